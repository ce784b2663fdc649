import type { Row } from './panel.ts'

/** The first graphs: objectives, swaps, then chains and money. */
export const overview: readonly Row[] = [
  {
    title: 'Objectives',
    panels: [
      {
        title: 'Requests without a server error, last hour',
        description: 'Objective: 99.9 % in 30 days (docs/slo.md).',
        unit: 'percentunit',
        queries: [{ expr: '1 - tandem:api_errors:ratio_1h', legend: '{{service}}' }],
        thresholds: [
          { at: 0, color: 'red' },
          { at: 0.9856, color: 'orange' },
          { at: 0.999, color: 'green' },
        ],
      },
      {
        title: 'Claims mined within 120 s, last hour',
        description: 'Objective: 99 % in 30 days (docs/slo.md).',
        unit: 'percentunit',
        queries: [{ expr: '1 - tandem:claims_late:ratio_1h', legend: 'in time' }],
        thresholds: [
          { at: 0, color: 'red' },
          { at: 0.856, color: 'orange' },
          { at: 0.99, color: 'green' },
        ],
      },
      {
        title: 'Processes by role',
        description: 'A role that no process has does nothing.',
        unit: 'short',
        queries: [{ expr: 'sum by (service, role) (tandem_process_role)', legend: '{{service}} {{role}}' }],
        thresholds: [
          { at: 0, color: 'red' },
          { at: 1, color: 'green' },
        ],
      },
      {
        title: 'Alerts that fire',
        description: 'Each names its page under docs/runbooks.',
        unit: 'short',
        queries: [{ expr: 'sum by (alertname, severity) (ALERTS{alertstate="firing"})', legend: '{{alertname}}' }],
        thresholds: [
          { at: 0, color: 'green' },
          { at: 1, color: 'red' },
        ],
      },
    ],
  },
  {
    title: 'Swaps',
    panels: [
      {
        title: 'Orders by status',
        description: 'Open orders, and those that ended.',
        unit: 'short',
        queries: [{ expr: 'max by (status) (orderbook_orders)', legend: '{{status}}' }],
      },
      {
        title: 'Orders created a minute',
        description: 'By chains.',
        unit: 'short',
        queries: [
          {
            expr: 'sum by (source_chain, dest_chain) (rate(orderbook_orders_created_total[5m])) * 60',
            legend: '{{source_chain}} to {{dest_chain}}',
          },
        ],
      },
      {
        title: 'Requests under way',
        description: 'By state. A state that only grows is stuck.',
        unit: 'short',
        queries: [{ expr: 'max by (state) (tandem_relayer_settlements)', legend: '{{state}}' }],
      },
      {
        title: 'Time left of the most urgent revealed claim',
        description: 'Below 0 the claim is lost.',
        unit: 's',
        queries: [
          { expr: 'min by (chain) (tandem_relayer_revealed_claim_deadline_seconds) - time()', legend: '{{chain}}' },
        ],
      },
    ],
  },
  {
    title: 'Chains and money',
    panels: [
      {
        title: 'Watcher: blocks behind',
        description: 'Blocks between the head and the last one whose events are stored.',
        unit: 'short',
        queries: [{ expr: 'max by (chain) (tandem_watcher_lag_blocks)', legend: '{{chain}}' }],
      },
      {
        title: 'Endpoints that answer',
        description: 'Of the watcher, and of the relayer.',
        unit: 'short',
        queries: [
          { expr: 'sum by (chain) (tandem_endpoint_up{service="orderbook"})', legend: '{{chain}}, watcher' },
          { expr: 'max by (chain) (tandem_relayer_chain_endpoints_up)', legend: '{{chain}}, relayer' },
        ],
      },
      {
        title: 'Claims that each signer can pay for',
        description: 'At the fee offered now.',
        unit: 'short',
        queries: [
          { expr: 'min by (chain, signer) (tandem_relayer_signer_claims_left)', legend: '{{chain}} {{signer}}' },
        ],
      },
      {
        title: 'Solver: actions a minute',
        description: 'By outcome.',
        unit: 'short',
        queries: [
          {
            expr: 'sum by (action, outcome) (rate(tandem_solver_actions_total[5m])) * 60',
            legend: '{{action}} {{outcome}}',
          },
        ],
      },
    ],
  },
]

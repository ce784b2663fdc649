/** A graph of a dashboard. */
export interface Panel {
  title: string
  description: string
  queries: { expr: string; legend: string }[]
  unit: string
  /** With thresholds, a single coloured number is shown instead of a graph. */
  thresholds?: { at: number; color: 'green' | 'orange' | 'red' }[]
}

/** Graphs under one title. */
export interface Row {
  title: string
  panels: readonly Panel[]
}

/** Every advisory lock of the service, by number. Chains have locks of their own, by the hashes of their names. */
export const locks = {
  /** The process that numbers events. */
  sequence: 7_216_010_001n,
  /** The process that computes the statistics. */
  snapshot: 7_216_010_002n,
  /** The process that turns events into deliveries. */
  fanOut: 7_216_010_003n,
  /** The process that folds events into the roll-ups, or compares these with the orders. */
  fold: 7_216_010_004n,
  /** The writer of the levels of stats_hours: its triggers in prisma/migrations take this lock. */
  levels: 7_216_010_005n,
  /** The process that deletes old rows. */
  retention: 7_216_010_006n,
  /** The watcher that stores events of hops. */
  hops: 7_216_010_007n,
  /** Seeds the hash of a client that registers a webhook. */
  webhookClients: 7_216_010_008n,
} as const

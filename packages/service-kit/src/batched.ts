export interface BatchedOptions<In, Out> {
  /** Does it for all of them, and answers each, in order. */
  doMany: (inputs: readonly In[]) => Promise<readonly Out[]>
  /** How many may be under way at once. */
  maxRunning: number
  /** How many inputs go together at most. */
  maxInputs: number
}

/**
 * Does something for one caller together with whatever else is asked for at the same moment, or while the same is under
 * way for others, as a database commits transactions in groups: one statement then serves many. An idle service waits
 * for nothing, and a busy one does less the more it is asked. A failure fails all who went together.
 */
export function batched<In, Out>({
  doMany,
  maxRunning,
  maxInputs,
}: BatchedOptions<In, Out>): (input: In) => Promise<Out> {
  type Waiting = { input: In; resolve: (output: Out) => void; reject: (error: unknown) => void }
  const waiting: Waiting[] = []
  let running = 0
  let isStarting = false

  async function run(batch: readonly Waiting[]): Promise<void> {
    running += 1
    try {
      const outputs = await doMany(batch.map(({ input }) => input))
      if (outputs.length !== batch.length) throw new Error(`${outputs.length} answers to ${batch.length} questions`)
      for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Out)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      running -= 1
      start()
    }
  }

  /** Questions of the same turn of the event loop go together. */
  function start(): void {
    if (isStarting) return
    isStarting = true
    queueMicrotask(() => {
      isStarting = false
      while (running < maxRunning && waiting.length > 0) void run(waiting.splice(0, maxInputs))
    })
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      start()
    })
}

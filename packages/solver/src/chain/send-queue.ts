import { nextToSend, type Waiting } from '../domain/send-order.ts'

export interface SendQueue<J extends Waiting, R> {
  send(job: J): Promise<R>
  load(): { waiting: number; busy: number }
}

/**
 * The queue of one chain's transactions. A library's queue would not do: {@link nextToSend} chooses among everything
 * that waits, and leaves slots free for claims.
 *
 * @param slots how many jobs run at once.
 */
export function makeSendQueue<J extends Waiting, R>(carryOut: (job: J) => Promise<R>, slots: number): SendQueue<J, R> {
  const queue: (J & { resolve(result: R): void; reject(error: unknown): void })[] = []
  let busy = 0

  function pump(): void {
    for (let job = nextToSend(queue, busy, slots); job !== undefined; job = nextToSend(queue, busy, slots)) {
      queue.splice(queue.indexOf(job), 1)
      busy += 1
      const { resolve, reject } = job
      carryOut(job)
        .then(resolve, reject)
        .finally(() => {
          busy -= 1
          pump()
        })
    }
  }

  return {
    send: (job) =>
      new Promise((resolve, reject) => {
        queue.push({ ...job, resolve, reject })
        pump()
      }),
    load: () => ({ waiting: queue.length, busy }),
  }
}

/** A message of PostgreSQL's protocol: its type, its length and what it says. */
export const message = (type: string, ...parts: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)))
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

export const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** The rows of an answer, whose columns are texts. */
export function rowsOf(answer: Buffer): string[][] {
  const rows: string[][] = []
  for (let at = 0; at < answer.length; at += 1 + answer.readInt32BE(at + 1))
    if (answer[at] === 'D'.charCodeAt(0)) rows.push(columnsOf(answer, at + 5))
  return rows
}

function columnsOf(answer: Buffer, from: number): string[] {
  let at = from + 2
  return Array.from({ length: answer.readInt16BE(from) }, () => {
    const begin = at + 4
    at = begin + answer.readInt32BE(at)
    return answer.toString('utf8', begin, at)
  })
}

const parseComplete = message('1')
const typeOf = (one: Buffer): string => String.fromCharCode(one[0] as number)
/** The end of the text that begins at `from`. */
const endOfText = (one: Buffer, from: number): number => one.indexOf(0, from) + 1

/**
 * Prepares under a name, and keeps, the statements that clients do not name, as behind a pooler. Planning them anew
 * takes most of their time.
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>()
  readonly #standing = new Set<string>()

  /** @param run sends the bytes, and returns the answer. */
  ask(messages: readonly Buffer[], run: (bytes: Buffer) => Buffer): Buffer {
    const parses = messages.filter((one) => typeOf(one) === 'P')
    const [parse] = parses
    if (parse === undefined || parses.length > 1 || parse[5] !== 0) return run(Buffer.concat(messages))
    const name = this.#nameOf(parse.subarray(6))
    const isStanding = this.#standing.has(name)
    const answer = run(
      Buffer.concat(messages.flatMap((one) => (one === parse && isStanding ? [] : [withName(one, name)]))),
    )
    if (isStanding) return Buffer.concat([parseComplete, answer])
    if (answer[0] === parseComplete[0]) this.#standing.add(name)
    return answer
  }

  #nameOf(statement: Buffer): string {
    const key = statement.toString('latin1')
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const name = `statement${this.#names.size}`
    this.#names.set(key, name)
    return name
  }
}

/** Changes a message about the nameless statement into one about the named statement. */
function withName(one: Buffer, name: string): Buffer {
  switch (typeOf(one)) {
    case 'P':
      return message('P', name, one.subarray(6))
    case 'B': {
      const portalEnd = endOfText(one, 5)
      return one[portalEnd] === 0 ? message('B', one.subarray(5, portalEnd), name, one.subarray(portalEnd + 1)) : one
    }
    case 'D':
      return one[5] === 'S'.charCodeAt(0) && one[6] === 0 ? message('D', Buffer.from('S'), name) : one
    default:
      return one
  }
}

interface Parameter {
  name?: string
  type: string
  internalType?: string
  indexed?: boolean
  components?: Parameter[]
}

export interface AbiItem {
  type: string
  name: string
  stateMutability?: string
  anonymous?: boolean
  inputs: Parameter[]
  outputs?: Parameter[]
}

/**
 * The ABI items of a page as source text. Each array of items is a constant, so that a bundler can leave it out. Calls
 * are encoded by position: their inputs have no names, and only a view has outputs.
 * @param wanted the constant's name, and its items.
 * @throws Error when an item is absent.
 */
export function leanAbiText(wanted: Readonly<Record<string, readonly (AbiItem | undefined)[]>>): string {
  const structs = new Map<string, string>()
  const constants = Object.entries(wanted).map(([name, items]) => {
    const texts = items.map((item) => {
      if (item === undefined) throw new Error(`an item of ${name} is not in the contract`)
      return itemText(item, structs)
    })
    return `\nexport const ${name} = [\n${texts.map((text) => `  ${text},\n`).join('')}] as const\n`
  })
  const shared = [...structs].map(([name, text]) => `\nconst ${name} = ${text} as const\n`)
  return [...shared, ...constants].join('')
}

function itemText(item: AbiItem, structs: Map<string, string>): string {
  const { inputs, outputs, ...rest } = item
  const fields = Object.entries(rest)
    .filter(([key]) => key !== 'anonymous')
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  const isCall = item.type === 'function'
  const given = isCall ? inputs.map(({ name: _, ...input }) => input) : inputs
  const answered = item.stateMutability === 'view' ? outputs : outputs && []
  const lists = [
    `inputs: ${listText(given, structs)}`,
    ...(answered ? [`outputs: ${listText(answered, structs)}`] : []),
  ]
  return `{ ${[...fields, ...lists].join(', ')} }`
}

const listText = (parameters: readonly Parameter[], structs: Map<string, string>): string =>
  `[${parameters.map((one) => parameterText(one, structs)).join(', ')}]`

function parameterText(parameter: Parameter, structs: Map<string, string>): string {
  const { name, type, indexed, components, internalType = '' } = parameter
  const fields = [...(name === undefined ? [] : [`name: ${JSON.stringify(name)}`]), `type: ${JSON.stringify(type)}`]
  if (indexed === true) fields.push('indexed: true')
  if (components !== undefined) {
    const struct = structName(internalType)
    const text = listText(components, structs)
    if ((structs.get(struct) ?? text) !== text) throw new Error(`two structs are named ${struct}`)
    structs.set(struct, text)
    fields.push(`components: ${struct}`)
  }
  return `{ ${fields.join(', ')} }`
}

/** The name of a struct as the ABI has it: `struct EscrowRegistry.SignedCreation[]` becomes `signedCreation`. */
function structName(internalType: string): string {
  const name =
    internalType
      .replace(/^struct /, '')
      .replace(/\[\]$/, '')
      .split('.')
      .at(-1) ?? ''
  if (name === '') throw new Error('a tuple has no name')
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** Which packages each package imports, by folder. */
export type Imports = Readonly<Record<string, readonly string[]>>

/** Finds every package that `name` reaches by imports, without itself. */
function reach(name: string, imports: Imports): Set<string> {
  const found = new Set<string>()
  const visit = (from: string): void => {
    for (const to of imports[from] ?? []) {
      if (found.has(to)) continue
      found.add(to)
      visit(to)
    }
  }
  visit(name)
  return found
}

/**
 * Draws a Mermaid graph of a workspace, in which an arrow is an import. An arrow that follows from a longer way is left
 * out, and so is a package without arrows.
 */
export function housePicture(imports: Imports): string {
  const names = Object.keys(imports).sort()
  const arrows = names.flatMap((from) => {
    const direct = imports[from] ?? []
    const byLongerWay = new Set(direct.flatMap((to) => [...reach(to, imports)]))
    const shown = direct.filter((to) => !byLongerWay.has(to)).sort()
    return shown.length === 0 ? [] : [`  ${from} --> ${shown.join(' & ')}`]
  })
  return ['```mermaid', 'flowchart TD', ...arrows, '```'].join('\n')
}

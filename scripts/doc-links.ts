import { dirname, join } from 'node:path'

/** Files by their path from the root. */
export interface Tree {
  has(path: string): boolean
  read(path: string): string
}

/** A path in backticks: `services/relayer/src/main.ts`. Globs and <names> are skipped. */
const quotedPath = /`((?:packages|services|scripts|infra|docs|test|\.github|\.ci)\/[\w./@-]+)`/g
const link = /\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)/g
const fence = /^```[\s\S]*?^```$/gm

/** As GitHub names a heading. */
const onGitHub = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

/** As VitePress names it. */
const onSite = (heading: string) =>
  heading
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase()

/** The second heading of a name ends with `-1`. */
function anchorsBy(slugOf: (heading: string) => string, page: string): Set<string> {
  const counts = new Map<string, number>()
  const anchors = new Set<string>()
  for (const [, heading = ''] of page.replaceAll(fence, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = slugOf(heading.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').trim())
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    anchors.add(count === 0 ? slug : `${slug}-${count}`)
  }
  return anchors
}

/** Pages of `docs/` are read on the site as well: there an anchor must lead to the same heading. */
function hasAnchor(path: string, page: string, anchor: string): boolean {
  const readers = path.startsWith('docs/') ? [onGitHub, onSite] : [onGitHub]
  return readers.every((slugOf) => anchorsBy(slugOf, page).has(anchor))
}

/** Paths, links and anchors of a Markdown file that lead nowhere: a line for each. */
export function deadLinks(file: string, tree: Tree): string[] {
  const lines = tree.read(file).split('\n')
  return lines.flatMap((line, index) => {
    const at = `${file}:${index + 1}: `
    const paths = [...line.matchAll(quotedPath)].filter(([, path = '']) => !tree.has(path)).map(([, path]) => path)
    const links = [...line.matchAll(link)].flatMap(([, path = '', anchor]) => {
      const target = path === '' ? file : join(dirname(file), path)
      if (!tree.has(target)) return [path]
      const isDead = anchor !== undefined && target.endsWith('.md') && !hasAnchor(target, tree.read(target), anchor)
      return isDead ? [`${path}#${anchor}`] : []
    })
    return [...paths, ...links].map((missing) => `${at}${missing}`)
  })
}

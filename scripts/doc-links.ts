import { dirname, join } from 'node:path'

/** The files of a repository, by their path from its root. */
export interface Tree {
  has(path: string): boolean
  read(path: string): string
}

/** A path in backticks: `services/relayer/src/main.ts`. Globs and <names> are skipped. */
const quotedPath = /`((?:packages|services|scripts|infra|docs|test|\.github|\.ci)\/[\w./@-]+)`/g
const link = /\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)/g
const fence = /^```[\s\S]*?^```$/gm

/** The anchor of a heading as GitHub makes it. */
const onGitHub = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

/** The anchor of a heading as VitePress makes it. */
const onSite = (heading: string) =>
  heading
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase()

/** All anchors of a page. The second heading with the same name ends with `-1`. */
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

/**
 * Whether an anchor leads to a heading. Pages of `docs/` are also read on the site, so there it must lead to the same
 * one.
 */
function hasAnchor(path: string, page: string, anchor: string): boolean {
  const readers = path.startsWith('docs/') ? [onGitHub, onSite] : [onGitHub]
  return readers.every((slugOf) => anchorsBy(slugOf, page).has(anchor))
}

/** Lists the paths, links and anchors of a Markdown file that lead nowhere, one line for each. */
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

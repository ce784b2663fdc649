/**
 * Puts tested examples and the picture of the packages into pages, and lists all pages in `llms.txt` and `docs/README.md`. With `--check` it
 * only compares.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname } from 'node:path'
import { housePicture } from './house-picture.ts'

const root = new URL('..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

const list = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(new URL(file, root)))

/** Finds `<!-- snippet PATH -->` … `<!-- /snippet -->`. */
const marked = /(<!-- snippet (\S+) -->\n)[\s\S]*?(<!-- \/snippet -->)/g

const withSnippets = (page: string): string =>
  page.replace(marked, (_, opening: string, path: string, closing: string) => {
    const fence = `\`\`\`${extname(path).slice(1)}\n${read(path).trimEnd()}\n\`\`\``
    return `${opening}${fence}\n${closing}`
  })

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** The picture is drawn from the manifests, because knip compares those with the imports. */
function withPicture(page: string): string {
  const manifests = list(':(glob)services/*/package.json', ':(glob)packages/*/package.json').map((path) => ({
    folder: basename(dirname(path)),
    manifest: JSON.parse(read(path)) as Manifest,
  }))
  const folders = new Map(manifests.map(({ folder, manifest }) => [manifest.name, folder]))
  const imports = manifests.map(({ folder, manifest: { dependencies, peerDependencies } }) => {
    const names = Object.keys({ ...dependencies, ...peerDependencies })
    return [folder, names.flatMap((name) => folders.get(name) ?? [])] as const
  })
  const picture = housePicture(Object.fromEntries(imports))
  return page.replace(
    /(<!-- imports -->\n)[\s\S]*?(<!-- \/imports -->)/,
    (_, opening, closing) => `${opening}${picture}\n${closing}`,
  )
}

function introductionOf(page: string): { title: string; first: string } {
  const [, title = ''] = /^# (.+)$/m.exec(page) ?? []
  const paragraph = page.split('\n\n').find((block) => /^[A-Z`*[]/.test(block.trim()) && !block.trim().startsWith('# '))
  const text = (paragraph ?? '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .trim()
  const [first] = /^.*?\.(?=\s|$)/.exec(text) ?? [text.replace(/:$/, '.')]
  return { title, first }
}

const docs = (...names: string[]) => names.map((name) => `docs/${name}.md`)
const doors: readonly { heading: string; pages: readonly string[] }[] = [
  {
    heading: 'Swap in your app',
    pages: [
      ...list('docs/quickstart/*.md', 'docs/paths/*.md'),
      ...docs(
        'show-a-quote',
        'list-orders',
        'exact-amounts',
        'how-long',
        'closed-tab',
        'maker-never-pays',
        'testing-in-ci',
        'sdk',
        'agents',
        'webhooks',
        'order-is-stuck',
        'when-we-are-gone',
        'other-languages',
      ),
      ...docs('limits', 'costs', 'api-changes', 'trust', 'errors'),
      ...['sdk', 'react', 'examples/page', 'cli', 'mcp', 'contracts', 'escrow'].map(
        (name) => `packages/${name}/README.md`,
      ),
    ],
  },
  {
    heading: 'Run the services',
    pages: [
      ...docs(
        'operations',
        'first-deployment',
        'one-vm',
        'backup-and-restore',
        'personal-data',
        'first-five-minutes',
        'runbooks/README',
        'add-a-chain',
        'networks/README',
      ),
      ...docs('sizing', 'slo', 'settings', 'metrics', 'gas-money', 'benchmarks'),
      ...list('services/*/README.md'),
    ],
  },
  { heading: 'Make a market', pages: docs('solver', 'makers') },
]
const behindDoors = new Set([...doors.flatMap(({ pages }) => pages), 'docs/index.md', 'docs/README.md'])
const parts: typeof doors = [
  ...doors,
  {
    heading: 'How it works',
    pages: [...list(':(glob)docs/*.md').filter((page) => !behindDoors.has(page)), 'docs/audit/README.md'],
  },
]

const llms = (): string => {
  const [, summary = ''] = /^# Tandem\n\n([\s\S]*?)\n\n/.exec(read('README.md')) ?? []
  const sections = parts.flatMap(({ heading, pages }) => [
    `\n## ${heading}\n`,
    ...pages.map((path) => {
      const { title, first } = introductionOf(read(path))
      return `- [${title}](${path})${first === '' ? '' : `: ${first}`}`
    }),
  ])
  const wire = [
    '\n## Wire contract\n',
    ...list('packages/contracts/openapi/*.json').map(
      (path) => `- [${path.split('/').at(-1)}](${path}): OpenAPI document`,
    ),
  ]
  return `# Tandem\n\n> ${summary.replaceAll('\n', ' ')}\n${[...sections, ...wire].join('\n')}\n`
}

/** The list of `llms.txt` as a page with links, for those who read the repository and not the site. */
const contents = (list: string): string => {
  const [, sections = ''] = /(\n## [\s\S]*)$/.exec(list) ?? []
  const linked = sections.replaceAll(/\]\((?:docs\/)?([^)]+)\)/g, (link, path: string) =>
    link.includes('(docs/') ? `](${path})` : `](../${path})`,
  )
  return `<!-- Made by \`npm run generate\` from the first sentence of each page. Do not edit. -->\n# All pages\n${linked}`
}

const files = [
  ...list('README.md', 'docs/*.md', 'docs/quickstart/*.md', 'docs/paths/*.md').map((path) => ({
    path,
    text: withSnippets(read(path)),
  })),
  { path: 'CONTRIBUTING.md', text: withPicture(read('CONTRIBUTING.md')) },
  { path: 'llms.txt', text: llms() },
  { path: 'docs/README.md', text: contents(llms()) },
]
for (const { path, text } of files) {
  const file = new URL(path, root)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  if (process.argv.includes('--check')) {
    console.error(`${path} is not current: npm run generate`)
    process.exitCode = 1
  } else writeFileSync(file, text)
}

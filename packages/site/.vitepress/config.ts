import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DefaultTheme } from 'vitepress'
import { withMermaid } from 'vitepress-plugin-mermaid'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
const { homepage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { homepage: string }
/** The web address of the repository. */
const repository = homepage.replace(/#.*/, '')
const docs = join(root, 'docs')

/** Makes an item of the sidebar, which has the title of its page. */
const page = (path: string): DefaultTheme.SidebarItem => {
  const [, title = path] = /^# (.+)$/m.exec(readFileSync(join(docs, `${path}.md`), 'utf8')) ?? []
  return { text: title.replaceAll('`', ''), link: `/${path}` }
}
const folder = (path: string): DefaultTheme.SidebarItem[] =>
  readdirSync(join(docs, path))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => page(`${path}/${file.slice(0, -3)}`))

/** The four sections of the sidebar and of the menu. Every page is in one of them. */
const doors: { text: string; items: DefaultTheme.SidebarItem[] }[] = [
  {
    text: 'Swap in your app',
    items: [
      ...['quickstart/browser', 'quickstart/node', 'quickstart/react'].map(page),
      { text: 'Ways to pay', collapsed: true, items: folder('paths') },
      ...[
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
      ].map(page),
      ...['limits', 'costs', 'api-changes', 'secrets', 'trust', 'errors'].map(page),
      { text: 'API: orderbook', link: '/api/orderbook' },
      { text: 'API: relayer', link: '/api/relayer' },
    ],
  },
  {
    text: 'Run the services',
    items: [
      ...[
        'operations',
        'first-deployment',
        'one-vm',
        'backup-and-restore',
        'first-five-minutes',
        'personal-data',
        'two-regions',
        'add-a-chain',
        'sizing',
        'slo',
        'settings',
        'metrics',
        'gas-money',
        'benchmarks',
      ].map(page),
      { text: 'Network files', link: '/networks/' },
      { text: 'Runbooks', collapsed: true, items: folder('runbooks') },
    ],
  },
  { text: 'Make a market', items: ['solver', 'makers'].map(page) },
  {
    text: 'How it works',
    items: [
      ...[
        'architecture',
        'lifecycle',
        'escrow',
        'belief',
        'relayer',
        'proof',
        'nonces',
        'hops',
        'glossary',
        'good-first-issues',
      ].map(page),
      { text: 'For auditors', link: '/audit/' },
      { text: 'Decisions', collapsed: true, items: folder('adr') },
    ],
  },
]

/** Links to a file that is no page of the site, such as a source file, lead to the repository. */
function toRepository(href: string, from: string): string {
  if (/^[a-z]+:|^[#/]/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = resolve(docs, dirname(from), path)
  const isPage = target.startsWith(`${docs}/`) && existsSync(target) && target.endsWith('.md')
  // The README of a folder is the page at the folder's address.
  if (isPage) return href.replace(/\bREADME\.md/, '')
  if (!existsSync(target)) return href
  return `${repository}/blob/main/${relative(root, target)}${anchor === undefined ? '' : `#${anchor}`}`
}

export default withMermaid({
  title: 'Tandem',
  description: 'An open cross-chain swap service: both sides settle, or neither does.',
  srcDir: '../../docs',
  // This file lists the pages for readers of the repository. On the site the sidebar does that.
  srcExclude: ['README.md'],
  cleanUrls: true,
  rewrites: {
    'audit/README.md': 'audit/index.md',
    'networks/README.md': 'networks/index.md',
    'runbooks/README.md': 'runbooks/index.md',
  },
  themeConfig: {
    nav: doors.map(({ text, items: [first] }) => ({ text, link: first?.link ?? '/' })),
    sidebar: doors,
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repository }],
    outline: [2, 3],
  },
  // The pages are outside of this package, and compiled to modules that import Vue, which they would not find there.
  vite: {
    resolve: {
      alias: [
        { find: 'vue/server-renderer', replacement: fileURLToPath(import.meta.resolve('vue/server-renderer')) },
        {
          find: /^vue$/,
          replacement: fileURLToPath(import.meta.resolve('vue')).replace(
            'index.mjs',
            'dist/vue.runtime.esm-bundler.js',
          ),
        },
      ],
    },
    build: { chunkSizeWarningLimit: 4_000 },
  },
  markdown: {
    config: (md) => {
      const render = md.renderer.rules.link_open
      md.renderer.rules.link_open = (tokens, index, options, env, self) => {
        const token = tokens[index]
        const href = token?.attrGet('href')
        if (href) token?.attrSet('href', toRepository(decodeURI(href), env.relativePath))
        return render ? render(tokens, index, options, env, self) : self.renderToken(tokens, index, options)
      }
    },
  },
})

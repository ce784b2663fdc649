/** The images of others that ours are built on, or that run beside ours. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'

const root = new URL('../..', import.meta.url).pathname
const dockerfiles = ['packages', 'services'].flatMap((parent) =>
  readdirSync(`${root}/${parent}`).map((name) => `${parent}/${name}/Dockerfile`),
)
const manifests = readdirSync(`${root}/infra`, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.yaml'))
  .map((path) => `infra/${path}`)
const files = [...dockerfiles.filter((path) => existsSync(`${root}/${path}`)), 'docker-compose.yml', ...manifests]

/** Our own images have no registry in these files; those of an operator come from variables. */
const isOurs = (image: string) => image.startsWith('tandem/') || image.startsWith('${')

const images = files.flatMap((file) =>
  [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/^\s*(?:FROM (?:--platform=\S+ )?|(?:- )?image: )(\S+)/gm)]
    .map(([, image = '']) => ({ file, image }))
    .filter(({ image }) => !isOurs(image)),
)

it('stand at a digest, with the tag that Dependabot follows, the same in every file', () => {
  const pinned = /^[a-z0-9./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/
  expect(images.filter(({ image }) => !pinned.test(image))).toEqual([])
  const digests = new Map<string, Set<string>>()
  for (const { image } of images) {
    const [name = '', digest = ''] = image.split('@')
    digests.set(name, (digests.get(name) ?? new Set()).add(digest))
  }
  expect([...digests].filter(([, known]) => known.size > 1)).toEqual([])
  expect(digests.size).toBe(6)
})

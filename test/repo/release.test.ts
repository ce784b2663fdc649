/** The parts of a release that must agree with each other, and with what is there. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { npmNameOf, packedPackages } from '../../scripts/packed-packages.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

interface Manifest {
  name: string
  version: string
  private?: boolean
  license?: string
  repository?: { type: string; url: string; directory?: string }
  homepage?: string
  bugs?: string
}
const manifestOf = (folder: string) => JSON.parse(read(`${folder}/package.json`)) as Manifest
const manifests = ['packages', 'services'].flatMap((parent) =>
  readdirSync(new URL(parent, root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ folder: `${parent}/${name}`, ...manifestOf(`${parent}/${name}`) })),
)
const published = manifests.filter((manifest) => manifest.private !== true)
const { repository, homepage, bugs, license } = manifestOf('.')

describe('the public packages', () => {
  it('are those that are packed, published and versioned together', () => {
    const names = published.map(({ name }) => name).sort()
    expect(names).toEqual(packedPackages.map(npmNameOf).sort())
    const { fixed } = JSON.parse(read('.changeset/config.json')) as { fixed: string[][] }
    expect(fixed.map((group) => [...group].sort())).toEqual([names])
    expect(new Set(published.map(({ version }) => version)).size).toBe(1)
  })

  // npm refuses the provenance of a package whose manifest names another repository than the one that built it.
  it.each(published)('$name says where it comes from', ({ folder, ...manifest }) => {
    expect(manifest).toMatchObject({
      license,
      bugs,
      homepage: homepage?.replace('#readme', `/tree/main/${folder}#readme`),
      repository: { ...repository, directory: folder },
    })
  })
})

interface Workflow {
  jobs: Record<string, { strategy?: { matrix: { include: { name: string; dockerfile: string }[] } } }>
}
const imagesOf = (workflow: string) =>
  (parse(read(`.github/workflows/${workflow}.yml`)) as Workflow).jobs.images?.strategy?.matrix.include.map(
    ({ name, dockerfile }) => `${name} ${dockerfile}`,
  )

describe('the images', () => {
  it('that are published are those that are built for every change', () => {
    expect(imagesOf('release')?.sort()).toEqual(imagesOf('ci')?.sort())
    for (const image of imagesOf('release') ?? []) expect(read(image.split(' ')[1] ?? '')).toContain('FROM')
  })

  it('are all named by digest in the release', () => {
    const names = /for name in ([a-z ]+);/.exec(read('.github/workflows/release.yml'))?.[1]?.split(' ')
    expect(names?.sort()).toEqual(
      imagesOf('release')
        ?.map((image) => image.split(' ')[0])
        .sort(),
    )
  })
})

/** The parts of a release that must agree with each other and with the repository. */
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

interface Job {
  needs?: string | string[]
  if?: string
  environment?: string
  permissions?: Record<string, string>
  strategy?: { matrix: { include: { name: string; dockerfile: string }[]; name?: string[] } }
  steps: { uses?: string; run?: string; with?: Record<string, unknown>; env?: Record<string, string> }[]
}
interface Workflow {
  permissions: Record<string, string>
  jobs: Record<string, Job>
}
const workflowOf = (name: string) => parse(read(`.github/workflows/${name}.yml`)) as Workflow
const imagesOf = (workflow: string) =>
  workflowOf(workflow).jobs.images?.strategy?.matrix.include.map(({ name, dockerfile }) => `${name} ${dockerfile}`)

describe('the workflow of a release', () => {
  const { jobs, permissions } = workflowOf('release')
  const named = Object.entries(jobs)
  const needsOf = (name: string): string[] => {
    const direct = [jobs[name]?.needs ?? []].flat()
    return [...direct, ...direct.flatMap(needsOf)]
  }
  const mayWrite = (job: Job) => Object.values(job.permissions ?? permissions).includes('write')
  const hasSecret = (job: Job) => JSON.stringify(job).includes('secrets.')
  /** Whether a job runs our code beyond the publishing script, or code of a dependency. */
  const builds = ({ steps }: Job) =>
    steps.some(
      ({ run = '', uses = '' }) =>
        uses.startsWith('docker/build-push-action') ||
        /\b(npm (run|ci|install)|pnpm|run\.mjs|node_modules)\b/.test(run),
    )

  it('publishes a tag on main alone', () => {
    expect(jobs.tag?.if).toBe("startsWith(github.ref, 'refs/tags/v')")
    expect(JSON.stringify(jobs.tag)).toContain('merge-base --is-ancestor')
    const others = named.map(([name]) => name).filter((name) => !['tag', 'versions', 'propose'].includes(name))
    for (const name of others) expect([name, needsOf(name)]).toEqual([name, expect.arrayContaining(['tag'])])
  })

  it('builds without a secret and without a right to write, and publishes in the protected environment', () => {
    for (const [name, job] of named) {
      const isTrusted = mayWrite(job) || hasSecret(job)
      expect([name, isTrusted && builds(job)]).toEqual([name, false])
      // The job of the pull request is left out, because it publishes nothing.
      if (isTrusted && name !== 'propose') expect([name, job.environment]).toEqual([name, 'release'])
    }
    expect(named.filter(([, job]) => builds(job)).map(([name]) => name)).toEqual(['versions', 'packages', 'images'])
    expect(permissions).toEqual({ contents: 'read' })
  })

  it('resolves nothing outside of the lockfile, and takes nothing from the cache of other runs', () => {
    const text = read('.github/workflows/release.yml')
    expect(text).not.toMatch(/\bnpx\b|npm exec|pnpm dlx|cache-(from|to)/)
    expect(manifestOf('.')).toMatchObject({ devDependencies: { '@changesets/cli': expect.any(String) } })
  })

  it('publishes every image that it builds, for both platforms', () => {
    const built = jobs.images?.strategy?.matrix.include.map(({ name }) => name)
    expect(jobs['publish-images']?.strategy?.matrix.name).toEqual(built)
    expect(JSON.stringify(jobs.images)).toContain('linux/amd64,linux/arm64')
    for (const { dockerfile } of jobs.images?.strategy?.matrix.include ?? []) {
      const [build = '', last = ''] = read(dockerfile)
        .split(/^(?=FROM )/m)
        .slice(1)
      expect(build).toMatch(/^FROM --platform=\$BUILDPLATFORM /)
      // No RUN in the last stage: building for another platform would need an emulator.
      expect([dockerfile, /^RUN /m.test(last)]).toEqual([dockerfile, false])
    }
  })
})

describe('the actions of all workflows', () => {
  it.each(readdirSync(new URL('.github/workflows', root)))('are named by their commit in %s', (file) => {
    const named = [...read(`.github/workflows/${file}`).matchAll(/uses: (\S+)/g)].map(([, action]) => action)
    expect(named.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ''))).toEqual([])
  })
})

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

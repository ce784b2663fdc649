import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const mostCharacters = 1_000_000

/**
 * Copies the template into a new folder.
 * @param from URL of a page with a deployment.
 * @throws Error before anything is written.
 */
export async function createApp(name: string, from: string): Promise<void> {
  const folder = resolve(name)
  const title = basename(folder)
  if (!/^[a-z0-9][a-z0-9._-]{0,99}$/.test(title))
    throw new Error(`${title} is no name for a package: lower-case letters, digits, and . _ -`)
  const deployment = await Promise.all(parts.map((part) => read(new URL(`/${part.file}`, from), part)))
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'EEXIST' ? `${folder} exists already` : error.message)
  })
  await cp(join(packageFolder, 'template'), folder, { recursive: true })
  // npm packs no `.gitignore`.
  await rename(join(folder, '_gitignore'), join(folder, '.gitignore'))
  for (const [index, { file }] of parts.entries())
    await writeFile(join(folder, 'src/deployment', file), `${JSON.stringify(deployment[index], null, 2)}\n`)
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  manifest.dependencies['@tandem/sdk'] = `^${version}`
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, name: title }, null, 2)}\n`)
}

const parts = [
  { file: 'config.json', fields: ['base_url', 'relayer_url', 'rpc_urls'] },
  { file: 'network.json', fields: ['chains', 'assets', 'routes'] },
]

/** The named fields alone. */
async function read(url: URL, { fields }: { fields: readonly string[] }): Promise<object> {
  try {
    const found = JSON.parse(await textOf(url)) as Record<string, unknown> | null
    const missing = fields.find((field) => !['object', 'string'].includes(typeof found?.[field]))
    if (missing !== undefined) throw new Error(`it has no ${missing}`)
    return Object.fromEntries(fields.map((field) => [field, found?.[field]]))
  } catch (error) {
    const how = 'start `npm run dev` of Tandem’s repository, or name another page by --from URL'
    throw new Error(`${url} describes no deployment (${(error as Error).message}): ${how}`)
  }
}

async function textOf(url: URL): Promise<string> {
  const { ok, status, body } = await fetch(url, { signal: AbortSignal.timeout(10_000) })
  if (!ok || body === null) throw new Error(`status ${status}`)
  let text = ''
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    text += part
    if (text.length > mostCharacters) throw new Error('it is too long')
  }
  return text
}

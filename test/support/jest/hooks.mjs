/** Hooks for the module loader of Node.js (`module.register`), so that it loads TypeScript, and globals.mjs for `@jest/globals`. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { transform } from '@swc/wasm-typescript'

const globals = new URL('globals.mjs', import.meta.url).href

export const resolve = (specifier, context, next) =>
  specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context)

/** Puts spaces in the place of types, so that every error names the right line and column. */
export async function load(url, context, next) {
  if (!/\.m?ts$/.test(url)) return next(url, context)
  const filename = fileURLToPath(url)
  const { code } = await transform(await readFile(filename, 'utf8'), { filename, mode: 'strip-only' })
  return { format: 'module', source: code, shortCircuit: true }
}

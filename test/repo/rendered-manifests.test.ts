/**
 * The manifests as a cluster gets them: what `kubectl kustomize` renders, held against the Kubernetes schemas, Pod Security
 * `restricted`, and the rules of a policy linter.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { extractK8sResources } from '@monokle/parser'
import {
  DisabledFixer,
  MonokleValidator,
  RemotePluginLoader,
  ResourceParser,
  requireFromStringCustomPluginLoader,
  SchemaLoader,
} from '@monokle/validation'
import ts from '@typescript/typescript6'
import { parseAllDocuments } from 'yaml'

const root = new URL('../..', import.meta.url).pathname
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0
const whereRendered = hasKubectl ? describe : describe.skip

interface Rendered {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string }
  [field: string]: unknown
}

function render(path: string): Rendered[] {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', join(root, 'infra/k8s', path)], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(stderr)
  return parseAllDocuments(stdout).map((document) => unfolded(document.toJS() as Rendered))
}

/** kustomize breaks long base64 into lines, which decoders skip and the schema's format does not. */
function unfolded(object: Rendered): Rendered {
  if (object.kind !== 'Secret') return object
  const data = Object.entries(object.data as Record<string, string>)
  return { ...object, data: Object.fromEntries(data.map(([key, value]) => [key, value.replaceAll(/\s/g, '')])) }
}

const packageOf = (group: string) => {
  if (group === 'monitoring.coreos.com') return '@kubernetes-models/prometheus-operator'
  if (group === 'external-secrets.io') return '@kubernetes-models/external-secrets'
  if (group === 'gateway.networking.k8s.io') return '@kubernetes-models/gateway-api'
  if (group === 'postgresql.cnpg.io') return '@kubernetes-models/cloudnative-pg'
  return 'kubernetes-models'
}

/** Where the model of a kind is: `apps/v1` of `kubernetes-models`, for one. */
function modelOf({ apiVersion }: Rendered): string {
  const [first = '', second] = apiVersion.split('/')
  const [group, version] = second === undefined ? ['', first] : [first, second]
  return [packageOf(group), group, version].filter((part) => part !== '').join('/')
}

const nameOf = ({ kind, metadata }: Rendered) => `${kind} ${metadata.name}`

const overlays = ['base', 'overlays/dev', 'overlays/production', 'examples/cloudnative-pg']

whereRendered.each(overlays)('infra/k8s/%s, rendered (skipped where kubectl is not installed)', (path) => {
  let objects: Rendered[]

  beforeAll(() => {
    objects = render(path)
  })

  it('fits the Kubernetes schemas: types, formats, required fields', async () => {
    const problems: string[] = []
    for (const object of objects) {
      const models = (await import(modelOf(object))) as Record<string, new (data: object) => { validate(): void }>
      const Model = models[object.kind]
      if (Model === undefined) throw new Error(`${modelOf(object)} has no ${object.kind}`)
      try {
        new Model(object).validate()
      } catch (error) {
        problems.push(`${nameOf(object)}: ${String(error)}`)
      }
    }
    expect(problems).toEqual([])
  })

  // An unknown field is dropped by the API server, and its meaning with it. The schemas do not forbid
  // them; the types of the same models do.
  it('has no field that Kubernetes does not know', () => {
    const file = join(root, `rendered-${path.replaceAll('/', '-')}.ts`)
    const lines = objects.map((object, index) => {
      const type = `import('${modelOf(object)}').I${object.kind}`
      return `export const object${index}: ${type} = ${JSON.stringify(object)}`
    })
    expect(problemsOf(file, lines.join('\n'))).toEqual([])
  })

  it('is admitted by Pod Security restricted, and the policy linter has nothing to say', async () => {
    const text = objects.map((object) => JSON.stringify(object)).join('\n---\n')
    expect(await lint(text, path === 'overlays/dev' ? decidedForDev : [])).toEqual([])
  })

  it('refers only to ConfigMaps, Secrets and claims that are there, that the operator brings, or that are optional', () => {
    const named = (kind: string) => objects.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name)
    const secrets = [...named('Secret'), ...named('ExternalSecret')]
    const missing = referencesIn(objects).filter(({ kind, name }) => {
      if (kind === 'Secret') return !secrets.includes(name)
      return !named(kind).includes(name)
    })
    // The base leaves the network file and the secrets to the overlay.
    const secretsOfOverlays = ['orderbook', 'relayer', 'relayer-signers', 'solver', 'solver-keys']
    const ofOverlays = ['ConfigMap network', ...secretsOfOverlays.map((name) => `Secret ${name}`)]
    const names = [...new Set(missing.map(({ kind, name }) => `${kind} ${name}`))].sort()
    expect(names).toEqual(path === 'base' ? ofOverlays : [])
  })

  it('can be applied a second time: has no Job, whose fields cannot be changed', () => {
    expect(objects.filter(({ kind }) => kind === 'Job')).toEqual([])
  })
})

whereRendered('infra/k8s/overlays/production', () => {
  it('names every image by its digest', () => {
    const images = JSON.stringify(render('overlays/production')).match(/"image":"[^"]+"/g) ?? []
    expect(images.length).toBeGreaterThan(0)
    expect(images.filter((image) => !/@sha256:[0-9a-f]{64}"$/.test(image))).toEqual([])
  })

  it('scrapes each pod once: by the PodMonitor, which kube-prometheus-stack finds by its label', () => {
    const objects = render('overlays/production')
    expect(JSON.stringify(objects)).not.toContain('prometheus.io/scrape')
    for (const kind of ['PodMonitor', 'PrometheusRule'])
      expect(objects.find((one) => one.kind === kind)?.metadata).toMatchObject({
        labels: { release: 'kube-prometheus-stack' },
      })
  })

  it('holds no secret itself', () => {
    expect(render('overlays/production').filter(({ kind }) => kind === 'Secret')).toEqual([])
  })
})

describe('these checks', () => {
  const broken = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'broken' },
    spec: { template: { spec: { hostNetwork: true, containers: [{ name: 'one', imge: 'nginx:latest' }] } } },
  }

  it('refuse a field that Kubernetes does not know, and a pod of the host', async () => {
    const text = `export const one: import('kubernetes-models/apps/v1').IDeployment = ${JSON.stringify(broken)}`
    expect(problemsOf(join(root, 'broken.ts'), text).join('\n')).toContain('imge')
    expect((await lint(JSON.stringify(broken), [])).join('\n')).toContain('host namespaces')
  })
})

/** The faults that a policy linter finds in manifests; none when all is in order. */
async function lint(text: string, exceptions: readonly string[]): Promise<string[]> {
  const validator = new MonokleValidator({
    loader: new RemotePluginLoader(requireFromStringCustomPluginLoader),
    parser: new ResourceParser(),
    schemaLoader: new SchemaLoader(),
    suppressors: [],
    fixer: new DisabledFixer(),
  })
  const plugins = ['pod-security-standards', 'practices']
  await validator.preload({ plugins: Object.fromEntries(plugins.map((plugin) => [plugin, true])) })
  expect(validator.getPlugins().map(({ metadata }) => metadata.name)).toEqual(plugins)
  // Every rule that the plugins have, also what they leave off by default (`restricted` among it), but for what is decided.
  const rules = Object.entries(validator.rules).flatMap(([plugin, all]) =>
    all.map(
      (rule) => [`${plugin}/${rule.name}`, [...decided, ...exceptions].includes(rule.name) ? false : 'err'] as const,
    ),
  )
  await validator.preload({
    plugins: Object.fromEntries(plugins.map((plugin) => [plugin, true])),
    rules: Object.fromEntries(rules),
  })
  const resources = extractK8sResources([{ id: 'rendered', path: 'rendered.yaml', content: text }])
  const { runs } = await validator.validate({ resources })
  return runs.flatMap(({ results }) =>
    results.map(({ ruleId, message, locations }) => {
      const where = (locations[1]?.logicalLocations ?? []).map(
        ({ name, fullyQualifiedName }) => fullyQualifiedName ?? name,
      )
      return `${ruleId} ${message.text} ${where.join(' ')}`
    }),
  )
}

/** Rules that are not followed, and why. */
const decided = [
  // A limit of CPU throttles a process at its peaks while cores stand idle.
  'cpu-limit',
  // The databases' addresses and the keys of RPC providers are environment variables; private keys are files.
  'no-secret-mounted-as-env',
]

/** The images of PostgreSQL and Redis bring these users. */
const decidedForDev = ['no-low-user-id', 'no-low-group-id']

/** The errors that TypeScript finds in a source that stands nowhere. */
function problemsOf(file: string, text: string): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (name) => name === file || fileExists.call(host, name)
  host.readFile = (name) => (name === file ? text : readFile.call(host, name))
  host.getSourceFile = (name, target, ...rest) =>
    name === file ? ts.createSourceFile(name, text, target) : getSourceFile.call(host, name, target, ...rest)
  const program = ts.createProgram([file], options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n').slice(-600))
}

interface Reference {
  by: string
  kind: string
  name: string
}

/** Every ConfigMap, Secret and claim that the pods of these objects need. */
function referencesIn(objects: readonly Rendered[]): Reference[] {
  return objects.flatMap((object) => {
    const found: Reference[] = []
    const walk = (value: unknown): void => {
      if (value === null || typeof value !== 'object') return
      for (const [key, inner] of Object.entries(value as Record<string, Record<string, string>>)) {
        const of = (kind: string, name: string | undefined) =>
          name === undefined || inner.optional !== undefined
            ? undefined
            : found.push({ by: nameOf(object), kind, name })
        if (key === 'configMapRef' || key === 'configMapKeyRef') of('ConfigMap', inner.name)
        else if (key === 'secretRef' || key === 'secretKeyRef') of('Secret', inner.name)
        else if (key === 'configMap') of('ConfigMap', inner.name)
        else if (key === 'secret') of('Secret', inner.secretName)
        else if (key === 'persistentVolumeClaim') of('PersistentVolumeClaim', inner.claimName)
        else walk(inner)
      }
    }
    if (object.kind === 'Deployment') walk(object)
    return found
  })
}

/**
 * The manifests as a cluster gets them: what `kubectl kustomize` renders is compared with the Kubernetes schemas, Pod
 * Security `restricted`, and the rules of a policy linter.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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
import type { NetworkWire } from '@tandem/contracts'
import * as orderbook from '@tandem/orderbook/config'
import * as relayer from '@tandem/relayer/config'
import { loadConfig, misspeltVariables } from '@tandem/service-kit'
import * as solver from '@tandem/solver/config'
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

/**
 * Joins the lines into which kustomize breaks long base64: decoders skip the breaks, and the schema's format does not.
 */
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

/** The module of a kind's model, such as `apps/v1` of `kubernetes-models`. */
function modelOf({ apiVersion }: Rendered): string {
  const [first = '', second] = apiVersion.split('/')
  const [group, version] = second === undefined ? ['', first] : [first, second]
  return [packageOf(group), group, version].filter((part) => part !== '').join('/')
}

const nameOf = ({ kind, metadata }: Rendered) => `${kind} ${metadata.name}`

const processes = { orderbook, relayer, solver }

/** Whether a rendered name is this one, perhaps followed by a role or a hash. */
const isOf = (name: string, rendered: string) => rendered === name || rendered.startsWith(`${name}-`)

/** What the secret store would hold for the chains of the overlay. */
function secretsFor(chains: readonly string[]): Record<string, string> {
  const key = `0x${'11'.repeat(32)}`
  const byChain = (value: unknown) => JSON.stringify(Object.fromEntries(chains.map((chain) => [chain, value])))
  return {
    DATABASE_URL: 'postgresql://tandem:tandem@postgres:5432/tandem',
    REDIS_URL: 'redis://redis:6379/0',
    RPC_URLS: byChain(['https://one.example']),
    SECRETS_KEY: key,
    ADMIN_TOKEN: 'a'.repeat(24),
    SIGNERS: byChain([key]),
    SOLVER_SIGNERS: byChain(key),
  }
}

/**
 * The environment of the first container of a Deployment. Files that the container would read are put into a folder of
 * the test.
 */
function environmentOf(deployment: Rendered, objects: readonly Rendered[]): Record<string, string> {
  const find = (kind: string, name: string) => objects.find((one) => one.kind === kind && one.metadata.name === name)
  const { template } = deployment.spec as { template: { spec: PodSpec } }
  const [{ env = [], envFrom = [] } = {}] = template.spec.containers
  const maps = template.spec.volumes.flatMap(({ configMap }) => configMap?.name ?? [])
  const [networkText = ''] = maps.flatMap(
    (name) => (find('ConfigMap', name)?.data as Record<string, string> | undefined)?.['network.json'] ?? [],
  )
  const network = JSON.parse(networkText) as NetworkWire
  const secrets = secretsFor(network.chains.map(({ chain }) => chain))
  const environment: Record<string, string> = {}
  for (const { configMapRef, secretRef } of envFrom) {
    if (configMapRef !== undefined) Object.assign(environment, find('ConfigMap', configMapRef.name)?.data)
    const spec = find('ExternalSecret', secretRef?.name ?? '')?.spec as { data: { secretKey: string }[] } | undefined
    for (const { secretKey } of spec?.data ?? []) environment[secretKey] = secrets[secretKey] ?? ''
  }
  for (const { name, value } of env) {
    if (value === undefined) continue
    // A private key is read from a file, as in `SIGNERS_FILE`.
    const secret = secrets[name.replace(/_FILE$/, '')]
    if (name.endsWith('_FILE') && secret !== undefined) environment[name.replace(/_FILE$/, '')] = secret
    else environment[name] = value
  }
  const file = join(mkdtempSync(join(tmpdir(), 'tandem-test-')), 'network.json')
  writeFileSync(file, networkText)
  return { ...environment, NETWORK_FILE: file }
}

interface PodSpec {
  containers: {
    env?: { name: string; value?: string }[]
    envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  }[]
  volumes: { configMap?: { name: string } }[]
}

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

  // The API server drops an unknown field, and its meaning with it. The schemas allow such fields; the types of the
  // same models do not.
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

  it.each(Object.keys(processes))('gives %s settings that it starts with', (name) => {
    const objects = render('overlays/production')
    const { settings, configProblems } = processes[name as keyof typeof processes]
    for (const deployment of objects.filter(
      ({ kind, metadata }) => kind === 'Deployment' && isOf(name, metadata.name),
    )) {
      const environment = environmentOf(deployment, objects)
      const config = loadConfig(settings, environment)
      expect(configProblems(config as never)).toEqual([])
      expect(misspeltVariables(settings, environment)).toEqual([])
    }
  })

  it('gives the page an endpoint of every chain, and the solver prices and a least profit', () => {
    const objects = render('overlays/production')
    const dataOf = (name: string) =>
      objects.find(({ kind, metadata }) => kind === 'ConfigMap' && isOf(name, metadata.name))?.data as Record<
        string,
        string
      >
    const network = JSON.parse(dataOf('network')['network.json'] ?? '') as NetworkWire
    // Without spaces, because the start script of the page takes no others.
    expect(dataOf('web').RPC_URLS).not.toMatch(/\s/)
    const chains = network.chains.map(({ chain }) => chain).sort()
    expect(Object.keys(JSON.parse(dataOf('web').RPC_URLS ?? '{}')).sort()).toEqual(chains)
    const { SOLVER_PRICES: prices = '{}', SOLVER_MIN_PROFIT_BIPS: profit } = dataOf('solver')
    expect(Object.keys(JSON.parse(prices)).sort()).toEqual(
      [...new Set(network.assets.map(({ symbol }) => symbol))].sort(),
    )
    expect(Number(profit)).toBeGreaterThan(0)
  })

  it('has room for the two keys of a market maker', () => {
    const secret = render('overlays/production').find(
      ({ kind, metadata: { name } }) => kind === 'ExternalSecret' && name === 'solver',
    )
    expect(secret?.spec).toMatchObject({ dataFrom: [{ extract: { key: 'tandem/solver' } }] })
  })

  it('waits for its blocks as docs/networks/testnet.json does', () => {
    const network = readFileSync(join(root, 'infra/k8s/overlays/production/network.json'), 'utf8')
    expect(network).toBe(readFileSync(join(root, 'docs/networks/testnet.json'), 'utf8'))
  })

  it('lets names be resolved by CoreDNS, by NodeLocal DNSCache, and on OpenShift', () => {
    const policy = render('overlays/production').find(
      ({ kind, metadata: { name } }) => kind === 'NetworkPolicy' && name === 'tandem',
    )
    const text = JSON.stringify(policy?.spec ?? {})
    for (const part of ['kube-system', 'openshift-dns', '169.254.20.10/32', '"port":5353']) expect(text).toContain(part)
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

/** The faults that a policy linter finds in manifests. */
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
  // All rules of the plugins are on, also those that are off by default (`restricted` among them), except for those
  // that we decided against.
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
  // No CPU limit: it would throttle a process at its peaks while cores are idle.
  'cpu-limit',
  // Addresses of databases and keys of RPC providers are environment variables; private keys are files.
  'no-secret-mounted-as-env',
]

/** The images of PostgreSQL and Redis bring these users. */
const decidedForDev = ['no-low-user-id', 'no-low-group-id']

/** The errors that TypeScript finds in a source that is not on disk. */
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

/** Lists the ConfigMaps, Secrets and volume claims that the pods of these objects need. */
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

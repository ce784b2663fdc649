/** Compares the manifests, the compose file and the Dockerfiles with the services' own configuration and routes. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { networkSchema, orderbookOperations, relayerOperations } from '@tandem/contracts'
import { configProblems as orderbookProblems, settings as orderbookSettings } from '@tandem/orderbook/config'
import { configProblems as relayerProblems, settings as relayerSettings } from '@tandem/relayer/config'
import { loadConfig, type Settings } from '@tandem/service-kit'
import { configProblems as solverProblems, settings as solverSettings } from '@tandem/solver/config'
import { parse, parseAllDocuments } from 'yaml'

const root = new URL('../..', import.meta.url).pathname
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Every variable that a process reads. A secret may come from a file instead. */
const variablesOf = (settings: Settings) =>
  Object.values(settings).flatMap(({ variable, isSecret }) => (isSecret ? [variable, `${variable}_FILE`] : [variable]))

const services = {
  orderbook: {
    settings: orderbookSettings as Settings,
    problemsOf: orderbookProblems,
    variables: variablesOf(orderbookSettings),
    paths: orderbookOperations.map((one) => one.path),
    port: 4100,
  },
  relayer: {
    settings: relayerSettings as Settings,
    problemsOf: relayerProblems,
    variables: variablesOf(relayerSettings),
    paths: relayerOperations.map((one) => one.path),
    port: 4200,
  },
  solver: {
    settings: solverSettings as Settings,
    problemsOf: solverProblems,
    variables: variablesOf(solverSettings),
    paths: ['/health', '/ready', '/metrics'],
    port: 4300,
  },
}
const webVariables = ['ORDERBOOK_URL', 'RELAYER_URL']
/** Variables of the swap page. Without them the app only shows orders. */
const swapVariables = ['LOGO_ORIGINS', 'RPC_ORIGINS', 'RPC_URLS']
/** The services with an API that the world may call. */
const publicNames = ['orderbook', 'relayer'] as const
type ServiceName = keyof typeof services
const serviceNames = Object.keys(services) as ServiceName[]

interface Container {
  name: string
  image: string
  args?: string[]
  ports?: { name: string; containerPort: number }[]
  env?: { name: string; value?: string }[]
  volumeMounts?: { name: string; mountPath: string }[]
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  resources: { requests: { cpu: string }; limits: Record<string, string> }
  lifecycle?: { preStop: { sleep: { seconds: number } } }
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } } | undefined
}

interface Manifest {
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
  spec: {
    template: {
      metadata: { annotations?: Record<string, string> }
      spec: {
        initContainers?: Container[]
        priorityClassName?: string
        topologySpreadConstraints: { topologyKey: string }[]
        containers: Container[]
        volumes?: {
          name: string
          secret?: { secretName: string; optional?: boolean }
          configMap?: { name: string }
          persistentVolumeClaim?: { claimName: string }
        }[]
        terminationGracePeriodSeconds?: number
      }
    }
    ports?: { port: number; targetPort: string }[]
    metrics?: { resource: { target: { averageValue: string } } }[]
    rules?: { matches: { path: { value: string } }[]; backendRefs: { name: string; port: number }[] }[]
  }
}

const base = 'infra/k8s/base'
const manifests: Manifest[] = readdirSync(join(root, base))
  .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
  .flatMap((file) =>
    parseAllDocuments(read(`${base}/${file}`), { merge: true }).map((document) => document.toJS() as Manifest),
  )

const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
const serviceOf = (container: Container) => container.image.replace('tandem/', '') as ServiceName
const envNames = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => line.slice(0, line.indexOf('=')))

const everyDeployment = ofKind('Deployment').map((deployment) => {
  const [container] = deployment.spec.template.spec.containers
  if (container === undefined) throw new Error(`${deployment.metadata.name} has no container`)
  return { name: deployment.metadata.name, deployment, container }
})

/** The containers of our own processes. The web app is left out, because it is files behind nginx. */
const deployments = everyDeployment.filter(({ name }) => name !== 'web')

describe('the Kubernetes base', () => {
  it('has one Deployment per role', () => {
    expect(everyDeployment.map((one) => one.name).sort()).toEqual([
      'orderbook-api',
      'orderbook-watcher',
      'relayer-api',
      'relayer-worker',
      'solver',
      'web',
    ])
  })

  it.each(deployments)(
    '$name: probes and metrics are paths that the service has, on its port',
    ({ deployment, container }) => {
      const { paths, port } = services[serviceOf(container)]
      expect(container.ports).toEqual([{ name: 'http', containerPort: port }])
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
        expect(paths).toContain(container[probe]?.httpGet.path)
        expect(container[probe]?.httpGet.port).toBe('http')
      }
      expect(deployment.spec.template.metadata.annotations).toMatchObject({
        'prometheus.io/port': String(port),
        'prometheus.io/path': '/metrics',
      })
    },
  )

  it.each(deployments)('$name: every variable it sets is one that the service reads', ({ container }) => {
    const { variables } = services[serviceOf(container)]
    for (const { name } of container.env ?? []) expect(variables).toContain(name)
  })

  it.each(deployments)('$name: a pod drains before it is killed', ({ deployment, container }) => {
    const env = read(`${base}/${serviceOf(container)}.env`)
    const grace = Number(/^SHUTDOWN_GRACE_MS=(\d+)$/m.exec(env)?.[1])
    const before = (container.lifecycle?.preStop.sleep.seconds ?? 0) * 1000
    expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan((before + grace) / 1000)
    // The default is right: the service keeps serving for a while.
    expect(env).not.toContain('SHUTDOWN_DELAY_MS')
  })

  it.each(deployments.filter(({ name }) => name.endsWith('-api')))('$name: waits before it is told to stop', (one) => {
    expect(one.container.lifecycle?.preStop.sleep.seconds).toBeGreaterThan(0)
  })

  it.each(serviceNames)(
    '%s: the ConfigMap and the development secret name variables that the service reads',
    (name) => {
      const files = [`${base}/${name}.env`, `infra/k8s/overlays/dev/${name}.secret.env`]
      const named = files.flatMap((file) => envNames(read(file)))
      expect(named.filter((variable) => !services[name].variables.includes(variable))).toEqual([])
      expect(named).toEqual([...new Set(named)])
      expect(read(`${base}/${name}.env`)).toContain(`PORT=${services[name].port}\n`)
    },
  )

  it.each(serviceNames)('%s: ConfigMap and secret together are a configuration that the service accepts', (name) => {
    const files = [`${base}/${name}.env`, `infra/k8s/overlays/dev/${name}.secret.env`]
    const env = Object.fromEntries(
      files
        .flatMap((file) => read(file).split('\n'))
        .filter((line) => /^[A-Z]/.test(line))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    // Variables that name files which the manifests mount.
    const mounted = ['NETWORK_FILE', 'SIGNERS', 'SOLVER_SIGNERS']
    const problems = Object.values(services[name].settings)
      .filter(({ variable }) => !mounted.includes(variable))
      .flatMap(({ variable, schema }) =>
        (schema.safeParse(env[variable]).error?.issues ?? []).map((issue) => `${variable}: ${issue.message}`),
      )
    expect(problems).toEqual([])
  })

  it('routes the public paths of both services, and no other', () => {
    const routes = ofKind('HTTPRoute')
    expect(routes.map(({ metadata }) => metadata.name)).toEqual([...publicNames, 'web'])
    for (const name of publicNames) {
      const rules = routes.find(({ metadata }) => metadata.name === name)?.spec.rules ?? []
      for (const { backendRefs } of rules) expect(backendRefs).toEqual([{ name, port: services[name].port }])
      const operations = services[name].paths.filter((path) => !['/ready', '/metrics'].includes(path))
      const wanted = [...operations.map((path) => `/${path.split('/')[1]}`), '/openapi.json', '/docs']
      const routed = rules.flatMap(({ matches }) => matches.map(({ path }) => path.value))
      expect(routed.sort()).toEqual([...new Set(wanted)].sort())
    }
  })

  it.each(everyDeployment)('$name: restarts on a rotated secret, and has a priority and bounds of its disk', (one) => {
    const { metadata, spec } = one.deployment
    expect(metadata.annotations).toMatchObject({ 'reloader.stakater.com/auto': 'true' })
    const pod = spec.template.spec
    expect(pod.priorityClassName).toBe(ofKind('PriorityClass')[0]?.metadata.name)
    for (const { resources } of [...(pod.initContainers ?? []), ...pod.containers])
      expect(resources.limits).toMatchObject({ 'ephemeral-storage': expect.any(String) })
    const keys = pod.topologySpreadConstraints.map(({ topologyKey }) => topologyKey)
    // The solver is left out, because it is a single pod.
    if (one.name !== 'solver') expect(keys).toContain('topology.kubernetes.io/zone')
  })

  it.each(ofKind('HorizontalPodAutoscaler'))('$metadata.name: a node carries the pods that it is given', (scaler) => {
    const target = Number.parseInt(scaler.spec.metrics?.[0]?.resource.target.averageValue ?? '', 10)
    const { container } = deployments.find(({ name }) => name === scaler.metadata.name) ?? {}
    expect(Number.parseInt(container?.resources.requests.cpu ?? '', 10)).toBeGreaterThan(target / 2)
  })

  it('migrates before every process that has a database, with the image of that process', () => {
    for (const { deployment, container } of deployments.filter((one) => serviceOf(one.container) !== 'solver')) {
      const [migrate] = deployment.spec.template.spec.initContainers ?? []
      expect([migrate?.image, migrate?.args]).toEqual([container.image, ['dist/main.js', 'migrate']])
      // The second address is optional: it is set where a pool stands in front of the database, because migrations must
      // go past the pool.
      const from = (key: string, optional?: true) => ({
        name: key,
        valueFrom: { secretKeyRef: { name: serviceOf(container), key, ...(optional && { optional }) } },
      })
      expect(migrate?.env).toEqual([from('DATABASE_URL'), from('DATABASE_DIRECT_URL', true)])
    }
  })

  it('gives private keys to the processes that sign, and to no other', () => {
    const keys = ['relayer-signers', 'solver-keys']
    const holders = deployments
      .filter(({ deployment }) =>
        deployment.spec.template.spec.volumes?.some(({ secret }) => keys.includes(secret?.secretName ?? '')),
      )
      .map(({ name }) => name)
    expect(holders.sort()).toEqual(['relayer-worker', 'solver'])
  })

  it.each(deployments)('$name: every file that it is told to read is mounted', ({ deployment, container }) => {
    const own = (container.env ?? []).map(({ name, value = '' }) => `${name}=${value}`)
    const lines = [...read(`${base}/${serviceOf(container)}.env`).split('\n'), ...own]
    const files = lines.flatMap((line) => /^[A-Z_]+=(\/.+)$/.exec(line)?.[1] ?? [])
    const mounts = container.volumeMounts ?? []
    expect(files).toContain('/etc/tandem/network.json')
    expect(files.filter((file) => !mounts.some(({ mountPath }) => `${file}/`.startsWith(`${mountPath}/`)))).toEqual([])
    const volumes = deployment.spec.template.spec.volumes?.map(({ name }) => name)
    expect(mounts.map(({ name }) => name).sort()).toEqual(volumes?.sort())
  })

  it('mounts the file of the makers into the API alone, where there is one, as a folder whose changes arrive', () => {
    const [named, file] = /MAKERS_FILE=(\/[\w/.]+)/.exec(read('infra/k8s/README.md')) ?? []
    expect(services.orderbook.variables).toContain(named?.split('=')[0])
    const mounting = deployments.flatMap(({ name, deployment, container }) => {
      const mount = container.volumeMounts?.find(({ mountPath }) => file?.startsWith(`${mountPath}/`))
      const volume = deployment.spec.template.spec.volumes?.find((one) => one.name === mount?.name)
      const { annotations } = deployment.metadata
      return volume?.secret?.secretName === 'orderbook-makers'
        ? [{ name, mount, secret: volume.secret, annotations }]
        : []
    })
    // No reload, because a restart with a broken file would not come up.
    const annotations = { 'secrets.exclude.reloader.stakater.com/reload': 'orderbook-makers' }
    expect(mounting).toMatchObject([{ name: 'orderbook-api', secret: { optional: true }, annotations }])
    // A file that is mounted with `subPath` would never change.
    expect(mounting[0]?.mount).not.toHaveProperty('subPath')
  })

  it('has an example of the file with the signers', () => {
    const keys = relayerSettings.signers.schema.parse(read('infra/k8s/overlays/dev/signers.json'))
    const solverKeys = solverSettings.solverSigners.schema.parse(read('infra/k8s/overlays/dev/solver.json'))
    const network = networkSchema.parse(JSON.parse(read('infra/k8s/overlays/dev/network.json')))
    const withEscrows = network.chains.filter((chain) => chain.registry_address !== null).map(({ chain }) => chain)
    expect([Object.keys(keys), Object.keys(solverKeys)]).toEqual([withEscrows, withEscrows])
  })

  it('asks the secret store for what the development overlay has in files', () => {
    const documents = parseAllDocuments(read('infra/k8s/components/external-secrets/external-secrets.yaml'))
    const asked = new Map(
      documents.map((document) => {
        const { metadata, spec } = document.toJS() as {
          metadata: { name: string }
          spec: { data: { secretKey: string }[] }
        }
        return [metadata.name, spec.data.map(({ secretKey }) => secretKey)]
      }),
    )
    for (const name of serviceNames) {
      const given = envNames(read(`infra/k8s/overlays/dev/${name}.secret.env`))
      expect(asked.get(name)).toEqual(expect.arrayContaining(given))
      expect(asked.get(name)?.filter((variable) => !services[name].variables.includes(variable))).toEqual([])
    }
    expect([asked.get('relayer-signers'), asked.get('solver-keys')]).toEqual([['signers.json'], ['solver.json']])
  })

  it.each(['orderbook', 'relayer'])('lets the secret store give the %s what it need not have: older keys', (name) => {
    const documents = parseAllDocuments(read('infra/k8s/components/external-secrets/external-secrets.yaml'))
    const one = documents.map((document) => document.toJS()).find(({ metadata }) => metadata.name === name)
    expect(one.spec.dataFrom).toEqual([{ extract: { key: `tandem/${name}` } }])
  })

  it('keeps what the solver must remember on a volume that outlives its pod', () => {
    const solver = deployments.find(({ name }) => name === 'solver')
    const stateDir = solver?.container.env?.find(({ name }) => name === 'SOLVER_STATE_DIR')?.value
    const mount = solver?.container.volumeMounts?.find(({ mountPath }) => mountPath === stateDir)
    const volume = solver?.deployment.spec.template.spec.volumes?.find(({ name }) => name === mount?.name)
    expect(volume?.persistentVolumeClaim?.claimName).toBe('solver-journal')
  })

  it('tells the web app where the services are', () => {
    expect(envNames(read(`${base}/web.env`))).toEqual(webVariables)
    const template = read('packages/web/nginx.conf.template')
    expect([...new Set([...template.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name))].sort()).toEqual(
      [...webVariables, ...swapVariables].sort(),
    )
  })
})

describe('docker-compose.yml', () => {
  const compose = parse(read('docker-compose.yml'), { merge: true }) as {
    services: Record<
      string,
      {
        environment?: Record<string, string>
        build?: { dockerfile: string }
        depends_on?: Record<string, unknown>
        healthcheck?: { test: string[] }
      }
    >
  }
  const readers: Record<string, string[]> = {
    orderbook: services.orderbook.variables,
    'orderbook-migrate': services.orderbook.variables,
    relayer: services.relayer.variables,
    'relayer-migrate': services.relayer.variables,
    solver: variablesOf(solverSettings),
    web: [...webVariables, 'RPC_URLS'],
  }

  it.each(Object.keys(readers))('%s: every variable it sets is one that the process reads', (name) => {
    const set = Object.keys(compose.services[name]?.environment ?? {})
    expect(set.length).toBeGreaterThan(0)
    expect(set.filter((variable) => !readers[name]?.includes(variable))).toEqual([])
  })

  it('builds from Dockerfiles that exist, and waits for services that exist', () => {
    for (const service of Object.values(compose.services)) {
      if (service.build !== undefined) expect(read(service.build.dockerfile)).toMatch(/^FROM (--platform=\S+ )?node:/m)
      for (const dependency of Object.keys(service.depends_on ?? {}))
        expect(Object.keys(compose.services)).toContain(dependency)
    }
  })

  it('asks after the health of every service that listens on a port', () => {
    // The first three end when their work is done, and the relay of messages listens on no port.
    const without = ['deploy', 'orderbook-migrate', 'relayer-migrate', 'message-relay']
    const unasked = Object.entries(compose.services).filter(([, { healthcheck }]) => healthcheck === undefined)
    expect(unasked.map(([name]) => name).sort()).toEqual(without.sort())
  })

  it.each(serviceNames)('%s: is asked on the path and port that it serves', (name) => {
    const test = compose.services[name]?.healthcheck?.test.join(' ') ?? ''
    expect(test).toContain(`:${services[name].port}/ready`)
    expect(services[name].paths).toContain('/ready')
  })
})

describe('infra/compose/compose.yaml', () => {
  const chains = Object.keys(
    Object.fromEntries(
      networkSchema.parse(JSON.parse(read('docs/networks/testnet.json'))).chains.map((one) => [one.chain, 1]),
    ),
  )
  const byChain = (value: unknown) => JSON.stringify(Object.fromEntries(chains.map((chain) => [chain, value])))
  const key = `0x${'11'.repeat(32)}`
  /** What docs/one-vm.md puts into `.env`, and the two key files. */
  const given: Record<string, string> = {
    IMAGES: 'registry.example/tandem',
    ORDERBOOK_DIGEST: `@sha256:${'0'.repeat(64)}`,
    RELAYER_DIGEST: `@sha256:${'0'.repeat(64)}`,
    SOLVER_DIGEST: `@sha256:${'0'.repeat(64)}`,
    WEB_DIGEST: `@sha256:${'0'.repeat(64)}`,
    ORDERBOOK_HOST: 'orderbook.example',
    RELAYER_HOST: 'relayer.example',
    WEB_HOST: 'app.example',
    POSTGRES_PASSWORD: 'secret',
    ORDERBOOK_SECRETS_KEY: key,
    RELAYER_SECRETS_KEY: key,
    RPC_URLS: byChain(['https://one.example']),
    WEB_RPC_URLS: byChain(['https://one.example']),
    STATIC_PRICES: '{"USDC":"1","ETH":"4000","AVAX":"20"}',
    SOLVER_PRICES: '{"USDC":"1","ETH":"4000","AVAX":"20"}',
    SPONSORING: byChain({ native_price_usd: '4000' }),
  }
  const keyFiles: Record<string, string> = { SIGNERS: byChain([key]), SOLVER_SIGNERS: byChain(key) }
  const compose = parse(read('infra/compose/compose.yaml'), { merge: true }) as {
    services: Record<
      string,
      { environment?: Record<string, string>; healthcheck?: object; ports?: string[]; image: string }
    >
  }
  const fill = (text: string) =>
    text.replaceAll(
      /\$\{(\w+)(?::(-|\?)([^}]*))?\}/g,
      (_, name: string, kind?: string, rest = '') => given[name] ?? (kind === '-' ? rest : ''),
    )

  it.each(serviceNames)('gives %s settings that it starts with', (name) => {
    const { settings, problemsOf } = services[name]
    const environment = Object.fromEntries(
      Object.entries(compose.services[name]?.environment ?? {}).map(([variable, text]) => {
        const secret = variable.replace(/_FILE$/, '')
        return keyFiles[secret] === undefined ? [variable, fill(text)] : [secret, keyFiles[secret]]
      }),
    )
    expect(Object.keys(environment).filter((variable) => !services[name].variables.includes(variable))).toEqual([])
    const NETWORK_FILE = join(root, 'docs/networks/testnet.json')
    expect(problemsOf(loadConfig(settings, { ...environment, NETWORK_FILE }) as never)).toEqual([])
  })

  it('needs nothing but what the page has in .env, by digest, and shows the world one service alone', () => {
    const text = read('infra/compose/compose.yaml')
    const page = read('docs/one-vm.md')
    const named = [...new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name ?? ''))]
    expect(named.sort()).toEqual(Object.keys(given).sort())
    for (const name of named) expect(page).toMatch(new RegExp(`^${name}=`, 'm'))
    for (const [name, { image, ports, healthcheck }] of Object.entries(compose.services)) {
      if (image.includes('IMAGES')) expect(image).toContain('_DIGEST')
      expect([name, ports !== undefined]).toEqual([name, name === 'caddy'])
      expect([name, healthcheck === undefined]).toEqual([name, name.endsWith('-migrate')])
    }
  })
})

const dockerfiles = ['services/orderbook', 'services/relayer', 'packages/solver', 'packages/devnet', 'packages/web']

describe('the Dockerfiles', () => {
  it.each(publicNames)('%s: exposes and sets the port of the manifests', (name) => {
    const text = read(`services/${name}/Dockerfile`)
    expect(text).toContain(`EXPOSE ${services[name].port}\n`)
    expect(text).toContain(`PORT=${services[name].port}\n`)
    const set = [...text.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').map((pair) => pair.slice(0, pair.indexOf('='))),
    )
    const ofOthers = ['PRISMA_SCHEMA_ENGINE_BINARY', 'NODE_ENV']
    expect(
      set.filter((variable) => !services[name].variables.includes(variable) && !ofOthers.includes(variable)),
    ).toEqual([])
  })

  it.each(dockerfiles)(
    '%s: pins the pnpm of package.json, runs as a user of its own, and leaves the build behind',
    (folder) => {
      const text = read(`${folder}/Dockerfile`)
      expect(text).toContain(JSON.parse(read('package.json')).packageManager)
      expect(text).toMatch(/^USER \d+:\d+$/m)
      expect(text.match(/^FROM /gm)).toHaveLength(2)
      expect(text.slice(text.lastIndexOf('FROM '))).not.toContain('pnpm')
    },
  )

  it('are all built in CI, each with a cache of its own', () => {
    const { jobs } = parse(read('.github/workflows/ci.yml')) as {
      jobs: { images: { strategy: { matrix: { include: { name: string; dockerfile: string }[] } }; steps: object[] } }
    }
    const { matrix } = jobs.images.strategy
    expect(matrix.include.map(({ dockerfile }) => dockerfile).sort()).toEqual(
      dockerfiles.map((folder) => `${folder}/Dockerfile`).sort(),
    )
    expect(JSON.stringify(jobs.images.steps)).toMatch(/cache-to[^,]*,[^,]*,scope=\$\{\{ matrix\.name \}\}/)
  })

  it.each(['services/orderbook', 'services/relayer'])(
    '%s: leaves out the databases that Prisma is not used with',
    (folder) => {
      const text = read(`${folder}/Dockerfile`)
      expect(text).toContain("! -name '*postgresql*'")
    },
  )
})

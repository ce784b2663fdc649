import vm from 'node:vm'
import { TestEnvironment } from 'jest-environment-node'

/**
 * The environment of Node.js, with a global object of its own as V8 makes it. Jest would put a proxy in the place of the
 * global object. Each use of a global name, such as `Map` or `Promise`, would then go through that proxy, and suites that
 * compute would take a sixth more processor time.
 */
export default class PlainGlobals extends TestEnvironment {
  constructor(config, context) {
    const { createContext } = vm
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY)
    try {
      super(config, context)
    } finally {
      vm.createContext = createContext
    }
  }
}

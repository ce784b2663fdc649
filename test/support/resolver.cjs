const { join } = require('node:path')

const bundled = /^viem(\/(accounts|actions|utils))?$/

/**
 * How jest finds modules: as usual, except that an import of viem gets the bundle that the set-up has made
 * (bundled-packages.ts). A `require` of viem (CommonJS) gets the package's own files.
 */
module.exports = (request, options) => {
  const folder = process.env.TANDEM_TEST_PACKAGES
  if (folder !== undefined && bundled.test(request) && options.conditions?.includes('import'))
    return join(folder, `${request.replace('/', '-')}.mjs`)
  return options.defaultResolver(request, options)
}

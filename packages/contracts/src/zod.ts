import { extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'

// zod-to-openapi adds `.openapi()` to zod's prototypes, so every schema module imports `z` from here and from nowhere
// else: a schema made before this line runs would lack the method.
extendZodWithOpenApi(z)

export { z }

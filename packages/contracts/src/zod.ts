import { extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'

// zod-to-openapi extends zod's prototypes: every schema module imports `z` from here, because a schema made before this
// line lacks `.openapi()`.
extendZodWithOpenApi(z)

export { z }

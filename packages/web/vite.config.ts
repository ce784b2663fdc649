import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The build knows no service: the app reads `/config.json` when it opens. */
export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['tandem:source', 'module', 'browser', 'development|production'] },
  build: { target: 'es2022', assetsInlineLimit: 0 },
})

/** The picture of the workspace in CONTRIBUTING.md. */
import { describe, expect, it } from '@jest/globals'
import { housePicture } from '../../scripts/house-picture.ts'

describe('the picture of the house', () => {
  it('draws each import once, and none that a longer way says already', () => {
    const imports = { web: ['sdk', 'rules', 'react'], react: ['sdk'], sdk: ['rules'], rules: [], site: [] }
    expect(housePicture(imports).split('\n')).toEqual([
      '```mermaid',
      'flowchart TD',
      '  react --> sdk',
      '  sdk --> rules',
      '  web --> react',
      '```',
    ])
  })
})

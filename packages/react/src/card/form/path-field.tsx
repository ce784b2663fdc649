import type { InitiationPath } from '@tandem/contracts/rules'
import { useId } from 'react'
import { en } from '../text/en.ts'

const text = en

export function PathField(props: {
  paths: readonly InitiationPath[]
  value: InitiationPath
  onChange: (path: InitiationPath) => void
}) {
  const { paths, value, onChange } = props
  const id = useId()
  return (
    <div className="tandem-field">
      <label htmlFor={id}>{text.path}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value as InitiationPath)}>
        {paths.map((path) => (
          <option key={path} value={path}>
            {text.paths[path].name}
          </option>
        ))}
      </select>
      <p className="tandem-small tandem-soft">{text.paths[value].description}</p>
    </div>
  )
}

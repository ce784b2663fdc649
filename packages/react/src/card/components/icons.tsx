/** Makes an icon that screen readers skip: the button or link around it has a name of its own. */
const icon = (path: string) => () => (
  <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" aria-hidden="true">
    <path d={path} />
  </svg>
)

export const CopyIcon = icon('M6 6h7v7H6zM3 10V3h7')
export const DoneIcon = icon('M3 8.5l3.5 3.5L13 4.5')
export const OutIcon = icon('M6 3H3v10h10v-3M9 3h4v4M13 3L7 9')
export const FlipIcon = icon('M5 2v12M2 11l3 3 3-3M11 14V2M8 5l3-3 3 3')

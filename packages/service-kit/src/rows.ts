// Made by `npm run generate` from the statements and the migrations. Do not edit.

export type Rows = {
  answersToRotate: { scope: string; key: string; body: string | null }
  sessionSetting: { setting: string; seen: number; unit: string; role: string; database: string }
  storedAnswer: { fingerprint: string; status: number | null; location: string | null; body: unknown }
}

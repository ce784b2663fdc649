import { expect, it } from '@jest/globals'
import { makeSqlDatabase } from './sql.ts'
import { collectStatements, command, statementsOf } from './statement.ts'

type Rows = { order: { order_id: string; paid: number | null } }
const { statement, prepared } = statementsOf<Rows>()

it('collects what is made after it was asked to', () => {
  command('DELETE FROM orders')
  const collected = collectStatements()
  statement('order paid')('SELECT order_id, paid FROM orders')
  prepared('order')('SELECT order_id, paid FROM orders LIMIT 1')
  expect(collected).toEqual([
    { name: 'order', text: 'SELECT order_id, paid FROM orders', neverNull: ['paid'] },
    { name: 'order', text: 'SELECT order_id, paid FROM orders LIMIT 1', neverNull: [] },
  ])
})

it('does not compile with another name, an unnamed text, or a column that the row has no more', () => {
  const sql = makeSqlDatabase({ query: async () => ({ rows: [{}] }) } as never)
  // @ts-expect-error
  const gone = async () => (await sql.query(statement('order')('SELECT'), [])).map(({ renamed }) => renamed)
  // @ts-expect-error
  const unknown = () => statement('orders')
  // @ts-expect-error
  const plain = () => sql.query('SELECT 1', [])
  expect([gone, unknown, plain]).toHaveLength(3)
})

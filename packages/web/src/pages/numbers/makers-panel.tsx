import { useQuery } from '@tanstack/react-query'
import { makersQuery } from '../../api/queries.ts'
import { Identifier } from '../../components/identifier.tsx'
import { Empty, Failure, Skeleton } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { useApi } from '../../components/use-api.ts'
import { en } from '../../strings/en.ts'

const text = en.numbers.makers

/** The market makers that are asked for quotes, and how they kept their word. */
export function MakersPanel() {
  const api = useApi()
  const { data: makers, error, refetch } = useQuery(makersQuery(api))
  return (
    <section className="panel" aria-labelledby="makers">
      <div className="stack">
        <h2 id="makers">{text.title}</h2>
        <p className="small soft">{text.intro}</p>
      </div>
      {makers === undefined ? (
        error === null ? (
          <Skeleton lines={3} />
        ) : (
          <Failure error={error} retry={() => void refetch()} />
        )
      ) : makers.length === 0 ? (
        <Empty title={text.none} hint={text.noneHint} />
      ) : (
        <div className="table-scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">{text.maker}</th>
                <th scope="col">{text.signer}</th>
                <th scope="col" className="number">
                  {text.fills}
                </th>
                <th scope="col" className="number">
                  {text.fades}
                </th>
                <th scope="col">{text.benched}</th>
                <th scope="col">{text.record}</th>
              </tr>
            </thead>
            <tbody>
              {makers.map((maker) => (
                <tr key={maker.maker_id}>
                  <th scope="row">{maker.name}</th>
                  <td>
                    <Identifier value={maker.signer} name={text.signer} />
                  </td>
                  <td className="number">{maker.fills.toLocaleString('en')}</td>
                  <td className="number">{maker.fades.toLocaleString('en')}</td>
                  <td>{maker.benched_until === null ? text.active : <Time at={maker.benched_until} isShort />}</td>
                  <td>
                    <a href={`${api.baseUrl}/makers/${maker.maker_id}/record`}>{text.evidence}</a>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

import { declaredListCalls as calls } from '#contract/declared-list'
import type { CustomerActor } from '#server/platform/actor'
import { handle, type Routes } from '#server/platform/handle'
import { readUpload } from '#server/platform/upload'
import { addPhoto, removePhoto } from './declared-list.photo.ts'
import { addItem, changeItem, getList, itemExists, listExists, removeItem } from './declared-list.service.ts'
import { beginDraft, draftExists, getDraft, removeDraft, saveDraft } from './draft.service.ts'

type Sought = { params: { id: number }; actor: CustomerActor }

export const declaredListRoutes: Routes = (app, db, tools) => {
  handle(app, calls.draft, async ({ actor }) => getDraft(db, actor, tools))
  handle(app, calls.beginDraft, async ({ body, actor }) => beginDraft(db, actor, body, tools))
  handle(
    app,
    calls.saveDraft,
    async ({ params, body, actor }) => saveDraft(db, actor, params.id, body, tools),
    { exists: ({ params, actor }: Sought) => draftExists(db, actor, params.id) },
  )
  handle(app, calls.removeDraft, async ({ params, actor }) => {
    await removeDraft(db, actor, params.id, tools)
    return undefined
  })
  handle(app, calls.list, async ({ params, actor }) => getList(db, actor, params.id, tools))
  handle(
    app,
    calls.addItem,
    async ({ params, body, actor, once }) => addItem(db, actor, params.id, body, once, tools),
    { exists: ({ params, actor }: Sought) => listExists(db, actor, params.id) },
  )
  handle(
    app,
    calls.changeItem,
    async ({ params, body, actor }) => changeItem(db, actor, params.id, body, tools),
    { exists: ({ params, actor }: Sought) => itemExists(db, actor, params.id) },
  )
  handle(app, calls.removeItem, async ({ params, actor }) => {
    await removeItem(db, actor, params.id, tools)
    return undefined
  })
  handle(app, calls.addPhoto, async ({ params, actor, request }) =>
    addPhoto(db, actor, params.id, () => readUpload(request, tools), tools),
  )
  handle(app, calls.removePhoto, async ({ params, actor }) => {
    await removePhoto(db, actor, params.id, tools)
    return undefined
  })
}

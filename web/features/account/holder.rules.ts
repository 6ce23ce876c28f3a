/** Who signs up: a person, or a corporation with the person in charge. */
export type Holder = { isCorporate: boolean; name: string; agentName: string }

export const noHolder: Holder = { isCorporate: false, name: '', agentName: '' }

export const holderLabels = (isCorporate: boolean) => ({
  name: isCorporate ? '法人の名称' : 'お名前',
  agentName: '取引のご担当者',
})

/** The name typed as a person's is the person in charge of the corporation, and the other way round. */
const holderFor = (isCorporate: boolean, { name, agentName }: Holder): Holder =>
  isCorporate ? { isCorporate, name: '', agentName: name } : { isCorporate, name: agentName, agentName: '' }

type HolderForm = {
  getValues(): Holder
  setValue(field: keyof Holder, value: Holder[keyof Holder]): void
  clearErrors(fields: (keyof Holder)[]): void
}

export function chooseHolder(form: HolderForm, isCorporate: boolean): void {
  form.clearErrors(['name', 'agentName'])
  for (const [field, value] of Object.entries(holderFor(isCorporate, form.getValues())))
    form.setValue(field as keyof Holder, value)
}

export const holderBody = ({ isCorporate, name, agentName }: Holder) =>
  isCorporate ? { isCorporate, name, agentName } : { name }

export const holderProblems = ({ isCorporate, agentName }: Holder) => ({
  agentName: isCorporate && agentName.trim() === '' ? 'ご担当者の姓と名を入力してください。' : undefined,
})

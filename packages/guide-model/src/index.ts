export { ChatMessage, ChatRequest, requestPurpose, systemText } from './chat-request';
export { Gate } from './gate';
export { guideBrain } from './guide/guide-brain';
export { runGuideModel } from './guide-model-cli';
export { ModelBrain, ModelPiece, ModelReply } from './model-reply';
export { ModelServer, ModelServerOptions, startModelServer } from './model-server';
export { scriptedBrain, ScriptedReply } from './scripted-brain';
export { cutAt, everyCut, inPieces } from './text-cuts';

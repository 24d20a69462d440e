// @ts-check

/** What others call says what it promises: where it stands, or where an interface or a base class declares it. */
export const describedMethods = {
    meta: {
        schema: [],
        messages: { missing: 'Say in JSDoc what "{{name}}" promises, here or in the interface that declares it.' }
    },
    create(context) {
        const { sourceCode } = context;
        const { program, esTreeNodeToTSNodeMap } = sourceCode.parserServices;
        const checker = program.getTypeChecker();

        const isDescribed = node => sourceCode.getCommentsBefore(node).some(({ type, value }) => type === 'Block' && value.startsWith('*'));

        /** The same method in what the class extends and implements. */
        const inherited = ({ parent }, name) =>
            (parent.heritageClauses ?? [])
                .flatMap(({ types }) => types)
                .flatMap(type => checker.getTypeAtLocation(type).getProperty(name)?.declarations ?? []);

        const isFromLibrary = declaration => program.isSourceFileFromExternalLibrary(declaration.getSourceFile());

        const check = node => {
            const isPublic = !['private', 'protected'].includes(node.accessibility) && node.key.type !== 'PrivateIdentifier';
            if (!isPublic || node.kind === 'constructor' || isDescribed(node)) {
                return;
            }
            const method = esTreeNodeToTSNodeMap.get(node);
            const symbol = checker.getSymbolAtLocation(method.name);
            if (symbol?.getDocumentationComment(checker).length === 0 && !inherited(method, symbol.getName()).some(isFromLibrary)) {
                context.report({ node: node.key, messageId: 'missing', data: { name: symbol.getName() } });
            }
        };
        return { MethodDefinition: check, TSAbstractMethodDefinition: check };
    }
};

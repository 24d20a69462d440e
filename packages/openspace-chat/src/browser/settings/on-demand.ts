/**
 * Stands for an object that is made when somebody first uses it.
 *
 * @param make gives the object, the same one each time
 */
export function onDemand<T extends object>(make: () => T): T {
    return new Proxy<T>(Object.create(null) as T, {
        // Whoever hands the object on asks whether it is a promise, which is no use of it.
        get: (_target, key) => (key === 'then' ? undefined : (Reflect.get(make(), key) as unknown)),
        set: (_target, key, value) => Reflect.set(make(), key, value),
        has: (_target, key) => Reflect.has(make(), key)
    });
}

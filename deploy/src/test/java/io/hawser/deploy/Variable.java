package io.hawser.deploy;

/** An environment variable as a manifest gives it. */
record Variable(String name, Source source) {

    /** Where its value comes from. */
    sealed interface Source {}

    /** Stands in the manifest. */
    record Text(String value) implements Source {}

    /** Of the pod, such as {@code metadata.name}. */
    record PodField(String path) implements Source {}

    /** Of a secret that somebody else makes. */
    record Secret(String name, String key) implements Source {}

    /** Of who starts it: {@code ${NAME:?...}} in a compose file. */
    record Asked(String name) implements Source {}
}

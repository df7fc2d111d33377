package io.hawser.volume.id;

/** The names that most tests use. */
public final class Ids {
    public static final PluginName P = new PluginName("p");

    private Ids() {}
}

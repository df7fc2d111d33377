package io.hawser.volume.id;

/** The names that most tests use. */
public final class Ids {
    public static final PluginName P = new PluginName("p");
    public static final NodeName N1 = new NodeName("n1");
    public static final NodeName N2 = new NodeName("n2");
    public static final NodeName N3 = new NodeName("n3");
    public static final VolumeName V = new VolumeName("v");
    public static final VolumeName V1 = new VolumeName("v1");
    public static final VolumeName V2 = new VolumeName("v2");

    private Ids() {}
}

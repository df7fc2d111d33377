package io.hawser.csi;

/** The services whose capabilities a connection reads besides the plugin's own. */
public enum CsiService {
    CONTROLLER,
    GROUP_CONTROLLER,
    NODE
}

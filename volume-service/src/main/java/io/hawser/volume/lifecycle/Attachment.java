package io.hawser.volume.lifecycle;

/**
 * What is certain of the calls that attach a volume to a node and detach it. With {@link Publication.State} it says
 * whether the volume is attached there.
 */
public enum Attachment {
    /** No ControllerPublishVolume was sent, and nothing speaks for an attachment. */
    NOT_REQUESTED(false, false),
    /**
     * This publication sent no ControllerPublishVolume, but the volume may be attached: the plugin says so, a lost
     * database may have attached it, or an attach in doubt is withdrawn.
     */
    SUSPECTED(false, true),
    /** A ControllerPublishVolume was sent; whether it, or a later ControllerUnpublishVolume, took effect is unknown. */
    UNCERTAIN(true, true),
    /** A ControllerPublishVolume was sent, and no call is in doubt. */
    CERTAIN(true, false);

    private final boolean requested;
    private final boolean uncertain;

    Attachment(boolean requested, boolean uncertain) {
        this.requested = requested;
        this.uncertain = uncertain;
    }

    /** @param requested a ControllerPublishVolume was sent */
    public static Attachment of(boolean requested, boolean uncertain) {
        if (requested) {
            return uncertain ? UNCERTAIN : CERTAIN;
        }
        return uncertain ? SUSPECTED : NOT_REQUESTED;
    }

    /** Whether a ControllerPublishVolume was sent. */
    public boolean isRequested() {
        return requested;
    }

    /** Whether a publish or unpublish may or may not have taken effect. */
    public boolean isUncertain() {
        return uncertain;
    }
}

package io.hawser.node.mount;

import java.util.Objects;

/**
 * What one volume looks like between two steps; no call for it is in flight or about to be made by what is not in {@code have}.
 *
 * @param step what was decided last
 */
public record View(MountRecord have, Order order, Step step, Pace pace) {
    public View {
        Objects.requireNonNull(have, "have");
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(step, "step");
        Objects.requireNonNull(pace, "pace");
    }
}

package io.hawser.node.mount;

/**
 * One volume between two steps. A call for it that is in flight, or about to be made, shows as an uncertain state in
 * {@code have}.
 *
 * @param step what was decided last
 * @param late what it has been waiting for longer than usual; empty: nothing
 * @param abnormal what the plugin says is wrong with the volume; empty: nothing
 */
public record View(MountRecord have, Order order, Step step, RetryState retry, String late, String abnormal) {
    public View(MountRecord have, Order order, Step step, RetryState retry) {
        this(have, order, step, retry, "", "");
    }

    /** The same under another order. */
    public View under(Order now) {
        return new View(have, now, step, retry, late, abnormal);
    }

    public View late(String since) {
        return new View(have, order, step, retry, since, abnormal);
    }

    public View abnormal(String what) {
        return new View(have, order, step, retry, late, what);
    }
}

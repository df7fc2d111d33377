package io.hawser.deallocator.deletion;

/** A service's reference to a resource, which holds the resource until the service is deallocated. */
public record Reference(ResourceId resource, Policy policy) {
    /** What the service says about the resource's end; what is stronger comes later. */
    public enum Policy {
        /** Nothing: the resource's own record says it. */
        NONE,
        DELETE,
        RETAIN;

        public Policy stronger(Policy other) {
            return compareTo(other) < 0 ? other : this;
        }
    }
}

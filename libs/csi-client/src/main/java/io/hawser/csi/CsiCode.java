package io.hawser.csi;

/**
 * The canonical status codes in the order of their numbers on the wire, so that code which decides by them needs no
 * gRPC type.
 */
public enum CsiCode {
    OK("OK"),
    CANCELLED("Canceled"),
    UNKNOWN("Unknown"),
    INVALID_ARGUMENT("InvalidArgument"),
    DEADLINE_EXCEEDED("DeadlineExceeded"),
    NOT_FOUND("NotFound"),
    ALREADY_EXISTS("AlreadyExists"),
    PERMISSION_DENIED("PermissionDenied"),
    RESOURCE_EXHAUSTED("ResourceExhausted"),
    FAILED_PRECONDITION("FailedPrecondition"),
    ABORTED("Aborted"),
    OUT_OF_RANGE("OutOfRange"),
    UNIMPLEMENTED("Unimplemented"),
    INTERNAL("Internal"),
    UNAVAILABLE("Unavailable"),
    DATA_LOSS("DataLoss"),
    UNAUTHENTICATED("Unauthenticated");

    private final String label;

    CsiCode(String label) {
        this.label = label;
    }

    /** The spelling of the label {@code grpc_status_code}, so that dashboards made for other orchestrators work. */
    public String label() {
        return label;
    }

    /** A number that gRPC does not define becomes UNKNOWN, as gRPC requires. */
    public static CsiCode of(int number) {
        return number >= 0 && number < values().length ? values()[number] : UNKNOWN;
    }
}

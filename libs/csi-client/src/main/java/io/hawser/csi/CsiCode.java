package io.hawser.csi;

/** The canonical status codes, so that code which decides by them needs no gRPC type. */
public enum CsiCode {
    OK(0, "OK"),
    CANCELLED(1, "Canceled"),
    UNKNOWN(2, "Unknown"),
    INVALID_ARGUMENT(3, "InvalidArgument"),
    DEADLINE_EXCEEDED(4, "DeadlineExceeded"),
    NOT_FOUND(5, "NotFound"),
    ALREADY_EXISTS(6, "AlreadyExists"),
    PERMISSION_DENIED(7, "PermissionDenied"),
    RESOURCE_EXHAUSTED(8, "ResourceExhausted"),
    FAILED_PRECONDITION(9, "FailedPrecondition"),
    ABORTED(10, "Aborted"),
    OUT_OF_RANGE(11, "OutOfRange"),
    UNIMPLEMENTED(12, "Unimplemented"),
    INTERNAL(13, "Internal"),
    UNAVAILABLE(14, "Unavailable"),
    DATA_LOSS(15, "DataLoss"),
    UNAUTHENTICATED(16, "Unauthenticated");

    private final int number;
    private final String label;

    CsiCode(int number, String label) {
        this.number = number;
        this.label = label;
    }

    /** The number on the wire. */
    public int number() {
        return number;
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

package io.hawser.rest;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;

/**
 * Why a request was refused, as in RFC 9457. There are no types of problems besides HTTP's own, so {@code type} is what
 * that RFC says for this.
 *
 * @param detail a sentence for people; it names the wrong parameter
 */
public record Problem(String type, String title, int status, String detail) {
    public static final String MEDIA_TYPE = "application/problem+json";

    static Problem of(Response.StatusType status, String detail) {
        return new Problem("about:blank", status.getReasonPhrase(), status.getStatusCode(), detail);
    }

    /** The same as a response. */
    public static Response response(Response.StatusType status, String detail) {
        return Response.status(status)
                .type(MEDIA_TYPE)
                .entity(of(status, detail))
                .build();
    }

    /** The same, to be thrown. */
    public static WebApplicationException refusal(Response.StatusType status, String detail) {
        return new WebApplicationException(response(status, detail));
    }
}

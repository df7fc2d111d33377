package io.hawser.rest;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/**
 * Answers each refused request with a {@link Problem}, also one for a path or a method that there is not, and one that
 * fails on the service's side.
 */
public class Problems {
    private static final Logger LOG = Logger.getLogger(Problems.class);

    @ServerExceptionMapper
    public Response problem(WebApplicationException refused, UriInfo uri, Request request) {
        Response response = refused.getResponse();
        if (response.hasEntity() || response.getStatus() < Response.Status.BAD_REQUEST.getStatusCode()) {
            return response;
        }
        Response.StatusType status = response.getStatusInfo();
        Response.ResponseBuilder problem = Response.fromResponse(Problem.response(
                status, detail(status, refused, uri.getRequestUri().getRawPath(), request)));
        String allow = response.getHeaderString(HttpHeaders.ALLOW);
        return (allow == null ? problem : problem.header(HttpHeaders.ALLOW, allow)).build();
    }

    @ServerExceptionMapper
    public Response problem(Throwable failure, UriInfo uri) {
        // Not decoded: a path with a line break would write a line of its own.
        LOG.errorf(failure, "%s cannot be answered", uri.getRequestUri().getRawPath());
        return Problem.response(
                Response.Status.INTERNAL_SERVER_ERROR,
                "the service cannot answer this now: GET /q/health/ready says what it waits for, if it waits, and its"
                        + " log says why");
    }

    private static String detail(
            Response.StatusType status, WebApplicationException refused, String path, Request request) {
        String message = String.valueOf(refused.getMessage());
        return switch (status.getStatusCode()) {
            case 404 ->
                message.startsWith("Unable to find") || message.startsWith("HTTP 404")
                        ? "there is nothing at " + path + "; GET /v1 lists what there is"
                        : message;
            case 405 -> path + " takes no " + request.getMethod() + "; GET /v1 lists what there is";
            default -> message;
        };
    }
}

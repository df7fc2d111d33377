package io.hawser.strict;

import com.google.protobuf.Message;

/**
 * A call as it arrived.
 *
 * @param id counts from 1 in the order of arrival
 * @param node the CSI id of the node whose socket it came in on; empty on a socket of no node
 * @param connection the number of its connection
 * @param authority whom its client takes the plugin for
 * @param subject what it is about
 * @param attempt how many calls of this RPC for this subject (and node) there have been, this one included
 * @param paths how its paths stood on arrival
 */
public record Call(
        long id,
        Rpc rpc,
        Message request,
        String node,
        long connection,
        String authority,
        Subject subject,
        int attempt,
        PathFacts paths,
        Moment at) {

    /** The shared fields of its request. */
    public RequestFields fields() {
        return new RequestFields(request);
    }

    /** Calls of one RPC about one thing: a later one of them is a repetition of an earlier one. */
    public record Identity(Rpc rpc, Subject subject, String place) {}

    /** What it would have in common with its repetition. */
    public Identity identity() {
        return new Identity(rpc, subject, place(rpc, fields(), node));
    }

    /** The node, and on a node the target too, for RPCs that may go on for several of them at once. */
    static String place(Rpc rpc, RequestFields fields, String node) {
        return switch (rpc) {
            case CONTROLLER_PUBLISH_VOLUME, CONTROLLER_UNPUBLISH_VOLUME -> fields.nodeId();
            case NODE_PUBLISH_VOLUME, NODE_UNPUBLISH_VOLUME -> node + " " + fields.targetPath();
            default -> rpc.side() == Side.NODE ? node : "";
        };
    }
}

package io.hawser.strict.call;

import com.google.protobuf.Message;

/**
 * A call as it arrived.
 *
 * @param id counts from 1 in the order of arrival
 * @param node the CSI id of the node whose socket the call arrived on; empty on a socket of no node
 * @param connection the number of the call's connection
 * @param authority the name that the client uses for the plugin
 * @param subject the thing that the call names
 * @param attempt how many calls of this RPC for this subject (and node) there have been, this one included
 * @param paths the state of the call's paths on arrival
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

    /** The shared fields of the call's request. */
    public RequestFields fields() {
        return new RequestFields(request);
    }

    /** Equal for calls of one RPC about one thing: a later one of them repeats an earlier one. */
    public record Identity(Rpc rpc, Subject subject, String place) {}

    /** The identity that the call shares with its repetitions. */
    public Identity identity() {
        return new Identity(rpc, subject, place(rpc, fields(), node));
    }

    /** The place of a call: its node, and the target too for RPCs that may run for several targets at the same time. */
    public static String place(Rpc rpc, RequestFields fields, String node) {
        return switch (rpc) {
            case CONTROLLER_PUBLISH_VOLUME, CONTROLLER_UNPUBLISH_VOLUME -> fields.nodeId();
            case NODE_PUBLISH_VOLUME, NODE_UNPUBLISH_VOLUME -> node + " " + fields.targetPath();
            default -> rpc.side() == Side.NODE ? node : "";
        };
    }
}

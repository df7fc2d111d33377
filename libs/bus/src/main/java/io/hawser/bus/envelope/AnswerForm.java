package io.hawser.bus.envelope;

/** The form of the data on the topics that orchestrators and people read; one for the whole installation. */
public enum AnswerForm {
    /** The short form, for readers with the proto files. */
    PROTOBUF,

    /** Protobuf's JSON mapping, for readers without them. */
    JSON
}

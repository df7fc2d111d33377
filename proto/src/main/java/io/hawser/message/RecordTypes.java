package io.hawser.message;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.Message;
import io.hawser.v1.TopicOption;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The messages that are records, by topic, as the option {@code topic} in their proto files says. */
public final class RecordTypes {
    private static final String PACKAGE = "hawser.v1";
    private static final Map<String, List<Message>> BY_TOPIC = byTopic();

    private RecordTypes() {}

    /**
     * Default instances of the messages on a topic.
     *
     * @param topic without prefix, such as {@code volume-commands}
     */
    public static List<Message> on(String topic) {
        return BY_TOPIC.getOrDefault(topic, List.of());
    }

    /** The topic of a message, without prefix; empty if it is part of others. */
    public static String topicOf(Message message) {
        return message.getDescriptorForType().getOptions().getExtension(TopicOption.topic);
    }

    /** The files with Hawser's messages; their imports from elsewhere are not included. */
    public static FileDescriptorSet contracts() {
        ExtensionRegistry options = ExtensionRegistry.newInstance();
        TopicOption.registerAllExtensions(options);
        try (InputStream file = RecordTypes.class.getResourceAsStream("contracts.binpb")) {
            if (file == null) {
                throw new IllegalStateException("protoc's descriptors are not in this build: build proto with Maven");
            }
            FileDescriptorSet.Builder ours = FileDescriptorSet.newBuilder();
            FileDescriptorSet.parseFrom(file, options).getFileList().stream()
                    .filter(each -> each.getPackage().equals(PACKAGE))
                    .forEach(ours::addFile);
            return ours.build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, List<Message>> byTopic() {
        Map<String, List<Message>> found = new TreeMap<>();
        for (FileDescriptorProto file : contracts().getFileList()) {
            for (DescriptorProto message : file.getMessageTypeList()) {
                if (message.getOptions().hasExtension(TopicOption.topic)) {
                    found.computeIfAbsent(
                                    message.getOptions().getExtension(TopicOption.topic), topic -> new ArrayList<>())
                            .add(instance(file.getOptions().getJavaPackage() + "." + message.getName()));
                }
            }
        }
        return found;
    }

    private static Message instance(String type) {
        try {
            return (Message) Class.forName(type).getMethod("getDefaultInstance").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no generated class " + type, e);
        }
    }
}

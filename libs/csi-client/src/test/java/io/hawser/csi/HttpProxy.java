package io.hawser.csi;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.util.ReferenceCountUtil;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Speaks HTTP/2 and no gRPC: answers every request with one status, as a proxy in front of a lost plugin does. */
final class HttpProxy implements AutoCloseable {

    private final EpollEventLoopGroup loops = new EpollEventLoopGroup(1);

    HttpProxy(Path socket, String status) {
        this(
                socket,
                () -> new DefaultHttp2HeadersFrame(
                        new DefaultHttp2Headers().status(status).set("content-type", "text/html"), true));
    }

    /** Ends every request with such a frame. */
    HttpProxy(Path socket, Supplier<Http2StreamFrame> answer) {
        new ServerBootstrap()
                .group(loops)
                .channel(EpollServerDomainSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel connection) {
                        connection
                                .pipeline()
                                .addLast(
                                        Http2FrameCodecBuilder.forServer().build(),
                                        new Http2MultiplexHandler(new ChannelInitializer<Channel>() {
                                            @Override
                                            protected void initChannel(Channel stream) {
                                                stream.pipeline().addLast(new Answer(answer));
                                            }
                                        }));
                    }
                })
                .bind(new DomainSocketAddress(socket.toFile()))
                .syncUninterruptibly();
    }

    @Override
    public void close() {
        loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private static final class Answer extends ChannelInboundHandlerAdapter {
        private final Supplier<Http2StreamFrame> answer;

        Answer(Supplier<Http2StreamFrame> answer) {
            this.answer = answer;
        }

        @Override
        public void channelRead(ChannelHandlerContext stream, Object frame) {
            if (frame instanceof Http2HeadersFrame) {
                var unused = stream.writeAndFlush(answer.get());
            }
            ReferenceCountUtil.release(frame);
        }
    }
}

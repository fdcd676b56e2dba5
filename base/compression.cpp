#include "base/compression.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>
#include <zlib.h>
#include <zstd.h>

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark::compression {
namespace {

[[noreturn]] void refuse(const std::string& name, std::string_view why) {
  throw usage_error(fmt::format("{}: the compressed file is damaged or cut off: {}", name, why));
}

void write_all(int file, std::string_view text, const std::string& name) {
  while (!text.empty()) {
    const auto count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      throw std::system_error(count < 0 ? errno : EIO, std::generic_category(),
                              fmt::format("writing {}", name));
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

// Of gzip, and of files that are not compressed, which zlib reads unchanged.
class zlib_reader : public reader {
 public:
  zlib_reader(int file, std::string name) : name_(std::move(name)), file_(gzdopen(file, "rb")) {
    if (file_ != nullptr) return;
    ::close(file);
    throw std::bad_alloc();
  }
  ~zlib_reader() override { gzclose(file_); }

  std::size_t read(std::span<char> to) override {
    constexpr std::size_t largest = std::size_t{1} << 30;  // gzread() counts in int.
    const int count = gzread(file_, to.data(), static_cast<unsigned>(std::min(to.size(), largest)));
    int status = Z_OK;
    const char* message = gzerror(file_, &status);
    if (status == Z_ERRNO) throw usage_error(fmt::format("{}: {}", name_, std::strerror(errno)));
    if (count < 0 || (status != Z_OK && status != Z_STREAM_END)) refuse(name_, message);
    return static_cast<std::size_t>(count);
  }

 private:
  std::string name_;
  gzFile file_;
};

class zstd_reader : public reader {
 public:
  zstd_reader(int file, std::string name) : name_(std::move(name)), file_(file) {
    if (context_ == nullptr) {
      ::close(file);
      throw std::bad_alloc();
    }
  }
  ~zstd_reader() override {
    ZSTD_freeDCtx(context_);
    ::close(file_);
  }

  std::size_t read(std::span<char> to) override {
    ZSTD_outBuffer out{to.data(), to.size(), 0};
    while (out.pos == 0) {
      if (in_.pos == in_.size && !fill()) {
        if (is_in_frame_) refuse(name_, "unexpected end of file");
        return 0;
      }
      const std::size_t left = ZSTD_decompressStream(context_, &out, &in_);
      if (ZSTD_isError(left) != 0) refuse(name_, ZSTD_getErrorName(left));
      is_in_frame_ = left != 0;
    }
    return out.pos;
  }

 private:
  bool fill() {
    ssize_t count = 0;
    do count = ::read(file_, buffer_.data(), buffer_.size());
    while (count < 0 && errno == EINTR);
    if (count < 0) throw usage_error(fmt::format("{}: {}", name_, std::strerror(errno)));
    in_ = {buffer_.data(), static_cast<std::size_t>(count), 0};
    return count > 0;
  }

  std::string name_;
  int file_;
  ZSTD_DCtx* context_ = ZSTD_createDCtx();
  std::vector<char> buffer_ = std::vector<char>(ZSTD_DStreamInSize());
  ZSTD_inBuffer in_ = {nullptr, 0, 0};
  bool is_in_frame_ = false;  ///< Bytes of the frame are missing.
};

class plain_writer : public writer {
 public:
  plain_writer(int file, std::string name) : file_(file), name_(std::move(name)) {}
  void write(std::string_view text) override { write_all(file_, text, name_); }
  void finish() override {}

 private:
  int file_;
  std::string name_;
};

class gzip_writer : public writer {
 public:
  gzip_writer(int file, std::string name) : file_(file), name_(std::move(name)) {
    constexpr int gzip_header = 16, window_bits = 15, memory_level = 8;
    if (deflateInit2(&stream_, 6, Z_DEFLATED, window_bits + gzip_header, memory_level,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~gzip_writer() override { deflateEnd(&stream_); }
  void write(std::string_view text) override { deflate_part(text, Z_NO_FLUSH); }
  void finish() override { deflate_part({}, Z_FINISH); }

 private:
  void deflate_part(std::string_view text, int flush) {
    std::array<char, 1 << 16> out;
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream_.avail_in = static_cast<uInt>(text.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(out.data());
      stream_.avail_out = out.size();
      deflate(&stream_, flush);
      write_all(file_, {out.data(), out.size() - stream_.avail_out}, name_);
    } while (stream_.avail_out == 0);
  }

  int file_;
  std::string name_;
  z_stream stream_ = {};
};

class zstd_writer : public writer {
 public:
  zstd_writer(int file, std::string name) : file_(file), name_(std::move(name)) {
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context_, ZSTD_c_checksumFlag, 1);
  }
  ~zstd_writer() override { ZSTD_freeCCtx(context_); }
  void write(std::string_view text) override { compress(text, ZSTD_e_continue); }
  void finish() override { compress({}, ZSTD_e_end); }

 private:
  void compress(std::string_view text, ZSTD_EndDirective directive) {
    std::vector<char> buffer(ZSTD_CStreamOutSize());
    ZSTD_inBuffer in{text.data(), text.size(), 0};
    for (bool goes_on = true; goes_on;) {
      ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
      const std::size_t left = ZSTD_compressStream2(context_, &out, &in, directive);
      if (ZSTD_isError(left) != 0) throw std::bad_alloc();
      write_all(file_, {buffer.data(), out.pos}, name_);
      goes_on = directive == ZSTD_e_end ? left != 0 : in.pos < in.size;
    }
  }

  int file_;
  std::string name_;
  ZSTD_CCtx* context_ = ZSTD_createCCtx();
};

}  // namespace

format of_file(int file) {
  std::array<unsigned char, 4> magic{};
  const auto count = pread(file, magic.data(), magic.size(), 0);
  if (count >= 2 && magic[0] == 0x1f && magic[1] == 0x8b) return format::gzip;
  constexpr std::array<unsigned char, 4> zstd = {0x28, 0xb5, 0x2f, 0xfd};
  return count == 4 && magic == zstd ? format::zstd : format::none;
}

format of_name(std::string_view name) {
  if (name.ends_with(".gz")) return format::gzip;
  return name.ends_with(".zst") ? format::zstd : format::none;
}

std::unique_ptr<reader> open_reader(int file, std::string name) {
  if (of_file(file) == format::zstd) return std::make_unique<zstd_reader>(file, std::move(name));
  return std::make_unique<zlib_reader>(file, std::move(name));
}

std::unique_ptr<writer> open_writer(int file, format as, std::string name) {
  if (as == format::gzip) return std::make_unique<gzip_writer>(file, std::move(name));
  if (as == format::zstd) return std::make_unique<zstd_writer>(file, std::move(name));
  return std::make_unique<plain_writer>(file, std::move(name));
}

}  // namespace warpmark::compression

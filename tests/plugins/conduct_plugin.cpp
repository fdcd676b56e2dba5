// A plugin whose variants do what variants may not, and one that is sound. It calls the driver that
// the program uses, by name, so that it runs on a fake driver and on a card.

#include <csignal>
#include <cstdlib>
#include <dlfcn.h>
#include <stdexcept>
#include <unistd.h>
#include <warpmark/bench.hpp>

namespace {

using namespace warpmark::bench;

using address = unsigned long long;

void* driver_call(const char* name) {
  static void* const driver = [] {
    const char* named = std::getenv("WARPMARK_LIBCUDA");
    return dlopen(named != nullptr ? named : "libcuda.so.1", RTLD_NOW);
  }();
  void* const found = driver == nullptr ? nullptr : dlsym(driver, name);
  if (found == nullptr) throw std::runtime_error(std::string("no ") + name);
  return found;
}

template <class... Arguments>
void call_driver(const char* name, Arguments... arguments) {
  const int code = reinterpret_cast<int (*)(Arguments...)>(driver_call(name))(arguments...);
  if (code != 0) throw std::runtime_error(std::string(name) + ": " + std::to_string(code));
}

// The right work is a fill by this value.
constexpr unsigned right = 7;

void fill(const call& with, unsigned value, void* stream, std::size_t more = 0) {
  const std::size_t words = with.size<unsigned>("y") + more;
  call_driver("cuMemsetD32Async", reinterpret_cast<address>(with.data<void>("y")), value, words,
              stream);
}

void fill(const call& with) { fill(with, right, with.stream<void*>()); }

struct second_stream {
  second_stream() { call_driver("cuStreamCreate", &handle, 1u); }
  second_stream(second_stream&& other) noexcept : handle(other.handle) { other.handle = nullptr; }
  ~second_stream() {
    if (handle != nullptr) call_driver("cuStreamDestroy_v2", handle);
  }
  void* handle = nullptr;
};

struct event {
  event() { call_driver("cuEventCreate", &handle, 0u); }
  event(event&& other) noexcept : handle(other.handle) { other.handle = nullptr; }
  ~event() {
    if (handle != nullptr) call_driver("cuEventDestroy_v2", handle);
  }
  void* handle = nullptr;
};

void add_faults(family& of) {
  of.variant("synchronises").enqueue([](const call& with) {
    fill(with);
    call_driver("cuStreamSynchronize", with.stream<void*>());
  });
  of.variant("default_stream").enqueue([](const call& with) { fill(with, right, nullptr); });
  of.variant("other_stream")
      .enqueue([](const point&) { return second_stream(); },
               [](second_stream& second, const call& with) { fill(with, right, second.handle); });
  of.variant("times_itself")
      .enqueue([](const point&) { return event(); },
               [](event& own, const call& with) {
                 fill(with);
                 call_driver("cuEventRecord", own.handle, with.stream<void*>());
                 call_driver("cuEventSynchronize", own.handle);
               });
  of.variant("allocates").enqueue([](const call& with) {
    address made = 0;
    call_driver("cuMemAlloc_v2", &made, std::size_t{256});
    fill(with);
    call_driver("cuMemFree_v2", made);
  });
  of.variant("nothing").enqueue([](const call&) {});
  of.variant("past_end").enqueue([](const call& with) {
    fill(with, right, with.stream<void*>(), 1);
  });
  of.variant("wrong").enqueue(
      [](const call& with) { fill(with, right + 1, with.stream<void*>()); });
  of.variant("throws").enqueue([](const call&) { throw std::runtime_error("out of luck"); });
  of.variant("throws_a_number").enqueue([](const call&) { throw 7; });
  of.variant("crashes").enqueue([](const call&) { std::raise(SIGSEGV); });
  of.variant("hangs").enqueue([](const call&) {
    for (;;) pause();
  });
  of.variant("exits").enqueue([](const call&) { std::_Exit(0); });
}

}  // namespace

WARPMARK_PLUGIN(plugin) {
  auto& fills = plugin.family("fills").summary("n words of one value").traffic(warpmark_write);
  fills.axis("n", {1024, 4096}).swept().open_ended();
  fills.buffers([](const point& at, const buffers& add) { add.output("y", "u32", at["n"]); });
  fills.expect([](const point& at, const arrays&, const arrays& out) {
    std::fill_n(out.data<unsigned>("y"), at["n"], right);
  });
  fills.variant("sound").axis("half", {0, 1}).enqueue([](const call& with) { fill(with); });
  add_faults(fills);
}

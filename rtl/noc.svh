// The end of the package `noc`, which has the parameters of the network and the types of the
// signals between its modules. `onchip rtl emit` writes the parameters before this text:
//
//   ROUTERS, ENDPOINTS: how many the network has
//   PORTS: ports of each router
//   DATA: bits of a flit's data
//   CLASSES: traffic classes
//   CHANNELS: virtual channels of a class at a port, 1 or 2
//   SLOTS: network.buffer_flits
//   ROUTER, LINK, CREDIT: network.router, network.link, network.credit
//   DELAY: ni.delay
//   LEVELS, PER_LEVEL, FIXED: network.levels, network.buffers, network.arbiter
//   CIRCUITS: network.circuits (0 none, 1 exclusive, 2 shared)
//   QUEUE: 1 if there are circuits and network.circuit_conflict is "queue", otherwise 0
//   MULTICAST: network.multicast (0 none, 1 if packets go along rows first, 2 along columns)
//   PEERS: for each port of all routers, then for each endpoint, the other end of its link, in 16
//          bits: 0 if there is none, 1 + a port, or 1 + ROUTERS * PORTS + an endpoint
//   ROUTES: for each router, the route to each target; with multicasts followed by the router's
//           column and row, 4 bits each
//
// Yosys 0.23 supports ports that are vectors or structures, but no arrays. So signals of which
// there is one for each port (or the like) are parts of a vector "by port". The part of port 0 is
// the lowest.

localparam int ALL = CLASSES * CHANNELS;  // channels of a port: k of class c is c*CHANNELS+k
localparam int INPUTS = PORTS * CHANNELS;  // channels of a class at all ports of a router
// The buffers of a router. The buffer of input i of class c is c*INPUTS+i.
localparam int BUFFERS = CLASSES * INPUTS;
localparam int FIRST = CIRCUITS != 0 ? 1 : 0;  // the first class of packets not on circuits
localparam int SHIFT = 3 - $clog2(LEVELS);  // a level is its QoS field >> SHIFT
// The number of levels that arbiters compare. The packets that open and close circuits have the
// fields 8 and 9. If packets that open circuits may wait, they have a priority instead: field 8 is
// priority 0, and the fields 1 to 7 are the priorities 1 to 7.
localparam int MARKS = CIRCUITS != 0 && QUEUE == 0 ? (9 >> SHIFT) + 1 : LEVELS;
localparam int COMPARED = LEVELS > 1 && (PER_LEVEL == 0 || QUEUE != 0) ? MARKS : 0;

localparam int TARGET = ENDPOINTS > 1 ? $clog2(ENDPOINTS) : 1;
localparam int PORT = PORTS > 1 ? $clog2(PORTS) : 1;
localparam int ROUTE = PORT + CHANNELS - 1;  // bits of a port and, if there are two, of the channel
localparam int TABLE = ENDPOINTS * ROUTE + (MULTICAST != 0 ? 8 : 0);  // bits, see ROUTES
// The bits of a flit's target, which is the number of an endpoint. With multicasts a target has one
// bit more. If this bit is 1, the other bits are a rectangle of tiles: the first and last column,
// then the first and last row, with 4 bits each.
localparam int DEST = MULTICAST != 0 ? 17 : TARGET;

typedef struct packed {
  logic [DATA-1:0] data;
  logic [DEST-1:0] target;
  logic on_circuit;
  logic [3:0] field;  // the QoS field
  logic last;  // last flit of its packet
} flit_t;
localparam int FLIT = DATA + DEST + 6;

// The two directions of a link: `forward_t` goes in the direction of the link's flits, `back_t` in
// the opposite direction.
typedef struct packed {
  logic [ALL-1:0] channel;  // one bit: the channel that gets the flit
  flit_t flit;
} forward_t;
typedef struct packed {
  logic [ALL-1:0] credit;  // channels in which a slot has become free
  logic refused;  // the circuit has met another one at a later router
  logic needed;  // the circuit keeps a packet off a link of a later router
} back_t;
localparam int FORWARD = ALL + FLIT;
localparam int BACK = ALL + 2;

// Channels of AXI4 (ARM IHI 0022) with words of 32 bits, without their IDs. An ID of a manager at
// an endpoint has ID bits. An ID at a memory has OWNER bits: the endpoint from which a burst comes,
// then the manager's ID.
// verilator lint_off UNUSEDPARAM
localparam int ID = 4, OWNER = TARGET + ID;
localparam int WINDOW = 31 - TARGET;  // bits of an address within an endpoint
typedef struct packed {
  logic [31:0] addr;
  logic [7:0] len;  // number of beats, minus 1
  logic [2:0] size;
  logic [1:0] burst;
  logic lock;
  logic [3:0] cache;
  logic [2:0] prot;
  logic [3:0] qos;
} axi_address_t;
typedef struct packed {
  logic [31:0] data;
  logic [3:0] strb;
  logic last;
} axi_write_t;
typedef struct packed {
  logic [31:0] data;
  logic [1:0] resp;
  logic last;
} axi_read_t;
localparam int AXI_ADDRESS = 57, AXI_WRITE = 37, AXI_READ = 35;

// Bursts as packets. A request has two heads; in a write, the beats follow them. Each beat of a
// read, and the response to a write, is a packet of one flit.
typedef struct packed {
  logic write;
  logic [TARGET-1:0] source;
  logic [ID-1:0] id;
  logic [7:0] len;
  logic [2:0] size;
  logic [1:0] burst;
  logic [3:0] qos;
} axi_head_t;
typedef struct packed {
  logic lock;
  logic [3:0] cache;
  logic [2:0] prot;
  logic [31:0] addr;
} axi_second_t;
typedef struct packed {
  logic write;
  logic [ID-1:0] id;
  logic [31:0] data;
  logic [1:0] resp;
  logic last;
} axi_response_t;
localparam int AXI_HEAD = TARGET + ID + 18, AXI_SECOND = 40;
localparam int AXI_RESPONSE = ID + 36;  // flits need this many bits of data, and at least 40
// verilator lint_on UNUSEDPARAM

// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowRegistry} from "../../contracts/EscrowRegistry.sol";
import {EscrowTerms, HopRoute, NATIVE_TOKEN} from "../../contracts/EscrowTypes.sol";
import {IEscrowRegistry} from "../../contracts/IEscrowRegistry.sol";
import {HopBridge} from "../../contracts/HopBridge.sol";
import {HostileBook} from "./HostileBook.sol";
import {HostileBridge, HostileParty, Mood, MoodyToken, Reentrant} from "./Hostiles.sol";
import {AuthorizedToken, MockPermit2} from "./OneSignature.sol";

/// @dev Random steps among parties that call back and refuse payments, a token that changes its behaviour, a bridge
///      that takes what it likes, and routes that open and close. Half of the escrows are in an honest token or the
///      native one, and the hostile contracts must not affect those. `HostileBook` checks every event against the
///      rules.
contract HostileHandler is HostileBook {
    MockPermit2 private constant PERMIT2 = MockPermit2(0x000000000022D473030F116dDEE9F6B43aC78BA3);
    bytes32 private constant CREATE_ESCROW_TYPEHASH = keccak256(
        "CreateEscrow(address token,address creator,address recipient,address hopBridge,uint128 amount,uint40 cancelAfter,bytes32 commitmentHash,uint256 deadline)"
    );
    string private constant TERMS_TYPE =
        "EscrowTerms(address token,address creator,address recipient,address hopBridge,uint128 amount,uint40 cancelAfter,bytes32 commitmentHash)";

    uint256 private routes;

    constructor(
        EscrowRegistry registry,
        AuthorizedToken honest,
        MoodyToken moody,
        HopBridge bridge,
        HostileBridge hostileBridge
    ) HostileBook(registry, honest, moody, bridge, hostileBridge) {}

    // Steps that begin an escrow. Each of them plans its own.

    function beginPrefunded(uint256 kind, uint256 creator, uint256 recipient, uint128 amount, uint256 window) external {
        Escrow storage escrow = _plan(kind, creator, recipient, amount, window);
        _give(escrow.terms.token, escrow.vault, escrow.terms.amount);
        REGISTRY.createEscrow(escrow.terms);
        _replay();
    }

    /// @dev Funds an escrow without creating it. A later step, or a call back, may create or recover it.
    function beginUnannounced(uint256 kind, uint256 creator, uint256 recipient, uint128 amount, uint256 window) external {
        Escrow storage escrow = _plan(kind, creator, recipient, amount, window);
        _give(escrow.terms.token, escrow.vault, escrow.terms.amount);
        _replay();
    }

    function beginByNativeValue(uint256 creator, uint256 recipient, uint128 amount, uint256 window) external {
        Escrow storage escrow = _plan(1, creator, recipient, amount, window);
        paidIn[NATIVE_TOKEN] += escrow.terms.amount;
        REGISTRY.createEscrowNative{value: escrow.terms.amount}(escrow.terms);
        _replay();
    }

    /// @dev Creates an escrow from an allowance. The creator itself has to call, so that contracts can be creators too.
    function beginApproved(uint256 kind, uint256 creator, uint256 recipient, uint128 amount, uint256 caller) external {
        Escrow storage escrow = _plan(_pullable(kind), creator, recipient, amount, 1);
        _giveAllowance(escrow.terms, address(REGISTRY));
        address from = _caller(caller, escrow.terms.creator);
        vm.prank(from);
        REGISTRY.createEscrowSigned(escrow.terms, 0, "");
        if (from != escrow.terms.creator) _forbid("pulled for another");
        _replay();
    }

    /// @dev Creates two escrows in one batch: one with its creator's signature, and one with somebody else's, which
    ///      must be left out.
    function beginSignedBatch(uint256 kind, uint256 creator, uint128 amount) external {
        IEscrowRegistry.SignedCreation[] memory batch = new IEscrowRegistry.SignedCreation[](2);
        for (uint256 i = 0; i < 2; ++i) {
            Escrow storage escrow = _plan(_pullable(kind), creator % 2, creator + 1, amount, 1 + i);
            _giveAllowance(escrow.terms, address(REGISTRY));
            bytes32 structHash = keccak256(abi.encode(CREATE_ESCROW_TYPEHASH, escrow.terms, block.timestamp));
            bytes32 digest = keccak256(abi.encodePacked(hex"1901", REGISTRY.domainSeparator(), structHash));
            batch[i] = IEscrowRegistry.SignedCreation(escrow.terms, block.timestamp, _sign(creator + i, digest));
        }
        address[] memory vaults = REGISTRY.createEscrowSignedBatch(batch);
        require(vaults[0] != address(0), "nothing was created");
        if (vaults[1] != address(0)) _forbid("created by another's signature");
        _takeBack(batch[1].terms);
        _replay();
    }

    /// @dev Creates an escrow by Permit2. The signature is the creator's or anybody's, over these terms or others.
    ///      There are few nonces, so some are used already.
    function beginByPermit2(uint256 creator, uint256 recipient, uint128 amount, uint256 signer, uint256 nonce) external {
        Escrow storage escrow = _plan(3 * (amount % 3), creator % 2, recipient, amount, 1);
        EscrowTerms memory terms = escrow.terms;
        _giveAllowance(terms, address(PERMIT2));
        signer = signer % 4 == 0 ? signer / 4 : creator;
        nonce %= 32;
        EscrowTerms memory signed = escrow.terms;
        if (nonce == 31) signed.recipient = ELSEWHERE;
        bytes memory signature = _sign(signer, _permit2Digest(signed, nonce));
        vm.prank(ELSEWHERE);
        REGISTRY.createEscrowPermit2(terms, nonce, block.timestamp, signature);
        if (_party(signer % 2) != terms.creator) _forbid("Permit2 by another's signature");
        if (nonce == 31) _forbid("Permit2 over other terms");
        _replay();
    }

    /// @dev Creates an escrow by EIP-3009. In one of four cases a stranger has used the authorization at the token
    ///      first.
    function beginAuthorized(uint256 creator, uint256 recipient, uint128 amount, uint256 signer, uint256 first) external {
        Escrow storage escrow = _plan(3 * (amount % 3), creator % 2, recipient, amount, 1);
        EscrowTerms memory terms = escrow.terms;
        _give(terms.token, terms.creator, terms.amount);
        signer = signer % 4 == 0 ? signer / 4 : creator;
        bytes32 nonce = keccak256(abi.encode(signer, first));
        uint256 until = block.timestamp + 1;
        bytes memory signature =
            _sign(signer, HONEST.digestOf(terms.creator, escrow.vault, terms.amount, 0, until, nonce));
        if (first % 4 == 0) {
            (uint8 v, bytes32 r, bytes32 s) = _split(signature);
            HONEST.transferWithAuthorization(terms.creator, escrow.vault, terms.amount, 0, until, nonce, v, r, s);
        }
        REGISTRY.createEscrowAuthorized(terms, IEscrowRegistry.Authorization(0, until, nonce, signature));
        if (_party(signer % 2) != terms.creator) _forbid("EIP-3009 by another's signature");
        _replay();
    }

    // Steps of the hostile contracts themselves.

    function changeMood(uint8 mood, uint256 blocked, uint256 percent) external {
        uint256[4] memory percents = [uint256(100), 100, 90, 110];
        MOODY.behave(Mood(mood % 6), _party(blocked), percents[percent % 4]);
    }

    function calmDown() external {
        MOODY.behave(Mood.Fair, address(0), 100);
    }

    /// @dev Prepares the call that a party, the token or the bridge makes the next time it is paid or called.
    function prepareCall(uint256 who, uint256 what, uint256 index) external {
        Escrow storage escrow = _pick(index);
        Reentrant[4] memory whos = [
            Reentrant(HostileParty(payable(_party(2)))),
            Reentrant(HostileParty(payable(_party(3)))),
            Reentrant(MOODY),
            Reentrant(HOSTILE_BRIDGE)
        ];
        Reentrant one = whos[who % 4];
        one.prepare(address(REGISTRY), _callOf(what, escrow));
        _mayAct(escrow, address(one));
    }

    function refusePayment(uint256 party, bool isRefusing) external {
        HostileParty(payable(_party(2 + party % 2))).refuse(isRefusing);
    }

    function takeAsBridge(uint256 percent) external {
        HOSTILE_BRIDGE.take(percent % 3 == 0 ? percent % 101 : 100);
    }

    /// @dev The bridge's owner closes a route that is in use, which takes effect at once, or adds another one, which
    ///      opens after the delay.
    function changeRoutes(uint256 seed) external {
        vm.startPrank(BRIDGE.owner());
        if (seed % 16 == 0) BRIDGE.closeRoute(seed % 32 == 0 ? address(HONEST) : address(MOODY), DESTINATION);
        else BRIDGE.addRoute(address(HONEST), keccak256(abi.encode(++routes)), TOKEN_HOME, address(0xDE57), 250_000);
        vm.stopPrank();
    }

    function pass(uint256 secondsLater) external {
        vm.warp(block.timestamp + secondsLater % 900);
    }

    function donate(uint256 index, uint256 amount) external {
        Escrow storage escrow = _pick(index);
        _give(escrow.terms.token, escrow.vault, amount % 100 ether);
        _replay();
    }

    // Steps that end an escrow.

    function endByClaim(uint256 index, uint256 secret) external {
        Escrow storage escrow = _pick(index, Suits.Claim);
        REGISTRY.claim(escrow.terms, _secret(escrow, secret));
        _replay();
    }

    function endByClaimTo(uint256 index, uint256 secret, uint256 caller) external {
        Escrow storage escrow = _pick(index, Suits.Anything);
        address from = _caller(caller, escrow.terms.recipient);
        _mayAct(escrow, from);
        vm.prank(from);
        REGISTRY.claimTo(escrow.terms, _secret(escrow, secret), ELSEWHERE, block.timestamp, "");
        _replay();
    }

    function endByHop(uint256 index, uint256 secret, uint256 caller, uint256 fee) external {
        Escrow storage escrow = _pick(index, Suits.Hop);
        EscrowTerms memory terms = escrow.terms;
        address from = _caller(caller, terms.recipient);
        HopRoute memory route =
            HopRoute(DESTINATION, ELSEWHERE, terms.token, fee % terms.amount, 400_000, block.timestamp);
        _mayAct(escrow, from);
        vm.prank(from);
        REGISTRY.claimHop(terms, _secret(escrow, secret), route, "");
        if (from != terms.recipient) _forbid("bridged by another");
        _replay();
    }

    function endByBatch(uint256 first) external {
        IEscrowRegistry.BatchClaim[] memory claims = new IEscrowRegistry.BatchClaim[](4);
        for (uint256 i = 0; i < 4; ++i) {
            Escrow storage escrow = _pick(first % count() + i);
            claims[i] = IEscrowRegistry.BatchClaim(escrow.terms, escrow.secret, 1_000_000);
        }
        bool[] memory claimed = REGISTRY.claimBatch(claims);
        require(claimed[0] || claimed[1] || claimed[2] || claimed[3], "nothing was claimed");
        _replay();
    }

    function endByCancel(uint256 index, uint256 caller) external {
        Escrow storage escrow = _pick(index, Suits.Cancellation);
        vm.prank(_party(caller));
        REGISTRY.cancel(escrow.terms);
        _replay();
    }

    function endByCancelTo(uint256 index, uint256 caller) external {
        Escrow storage escrow = _pick(index, Suits.Cancellation);
        address from = _caller(caller, escrow.terms.creator);
        _mayAct(escrow, from);
        vm.prank(from);
        REGISTRY.cancelTo(escrow.terms, ELSEWHERE, block.timestamp, "");
        _replay();
    }

    function endByConsent(uint256 index, uint256 caller) external {
        Escrow storage escrow = _pick(index, Suits.Anything);
        address from = _caller(caller, escrow.terms.recipient);
        _mayAct(escrow, from);
        vm.prank(from);
        REGISTRY.cancelWithConsent(escrow.terms, block.timestamp, "");
        _replay();
    }

    function endByRecovery(uint256 index, uint256 caller, bool isElsewhere) external {
        Escrow storage escrow = _pick(index, Suits.Recovery);
        address from = _caller(caller, escrow.terms.creator);
        _mayAct(escrow, from);
        vm.prank(from);
        if (isElsewhere) REGISTRY.recoverPrefund(escrow.terms, ELSEWHERE);
        else REGISTRY.recoverPrefund(escrow.terms, escrow.terms.creator);
        _replay();
    }

    function sweepRest(uint256 index, uint256 asset, uint256 caller) external {
        Escrow storage escrow = _pick(index);
        address token = _asset(asset);
        address from = _caller(caller, escrow.terms.creator);
        _mayAct(escrow, from);
        vm.prank(from);
        if (asset % 2 == 0) REGISTRY.sweep(escrow.terms, token, escrow.terms.creator, 0, "");
        else REGISTRY.sweep(escrow.terms, token, ELSEWHERE, block.timestamp, "");
        _replay();
    }

    /// @dev Turns any number into a kind of escrow that is not in the native token. It may be plain, or go over one of
    ///      the bridges.
    function _pullable(uint256 kind) private pure returns (uint256) {
        return kind % 2 * 2 + 3 * (kind / 2 % 3);
    }

    function _callOf(uint256 what, Escrow storage escrow) private view returns (bytes memory) {
        EscrowTerms memory terms = escrow.terms;
        bytes[9] memory calls = [
            abi.encodeCall(REGISTRY.createEscrow, (terms)),
            abi.encodeCall(REGISTRY.claim, (terms, escrow.secret)),
            abi.encodeCall(REGISTRY.claimTo, (terms, escrow.secret, ELSEWHERE, block.timestamp, "")),
            abi.encodeCall(REGISTRY.cancel, (terms)),
            abi.encodeCall(REGISTRY.cancelTo, (terms, ELSEWHERE, block.timestamp, "")),
            abi.encodeCall(REGISTRY.cancelWithConsent, (terms, block.timestamp, "")),
            abi.encodeCall(REGISTRY.recoverPrefund, (terms, terms.creator)),
            abi.encodeCall(REGISTRY.sweep, (terms, terms.token, terms.creator, 0, "")),
            abi.encodeCall(REGISTRY.sweep, (terms, terms.token, ELSEWHERE, block.timestamp, ""))
        ];
        return calls[what % 9];
    }

    function _permit2Digest(EscrowTerms memory terms, uint256 nonce) private view returns (bytes32) {
        bytes32 permitted = keccak256(
            abi.encode(keccak256("TokenPermissions(address token,uint256 amount)"), terms.token, terms.amount)
        );
        bytes32 typeHash = keccak256(
            abi.encodePacked(
                "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,EscrowTerms witness)",
                TERMS_TYPE,
                "TokenPermissions(address token,uint256 amount)"
            )
        );
        bytes32 witness = keccak256(abi.encode(keccak256(bytes(TERMS_TYPE)), terms));
        bytes32 structHash = keccak256(abi.encode(typeHash, permitted, REGISTRY, nonce, block.timestamp, witness));
        return keccak256(abi.encodePacked(hex"1901", PERMIT2.domainSeparator(), structHash));
    }
}
